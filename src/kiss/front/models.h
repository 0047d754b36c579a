// Which functions are primitives, whose steps belong to the call: all of share/models, and of the user's
// stubs those that are written with atomic regions. A stub without one is ordinary code that replaces a
// library.
#pragma once

#include "kiss/front/definitions.h"

namespace stalemate::kiss {

bool is_primitive(const Body& body);

}  // namespace stalemate::kiss

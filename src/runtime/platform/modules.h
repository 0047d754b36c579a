// What is loaded where.
#pragma once

#include "model/wire/wire.h"

namespace stalemate::rt {

// What is loaded where, for reports.
void describe_modules(wire::Channel& channel);

}  // namespace stalemate::rt

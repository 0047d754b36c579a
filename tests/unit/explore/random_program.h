// Random toy systems for property tests, and their reduction to a small one that still fails.
#pragma once

#include <functional>

#include "toy_search.h"

namespace stalemate::toy {

Program random_program(Dice& dice);

// Drops bodies' operations one by one while `fails` still holds.
Program shrink(Program program, const std::function<bool(const Program&)>& fails);

}  // namespace stalemate::toy

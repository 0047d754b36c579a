// Main may leave by pthread_exit before the others: the process ends when they all have. Which thread is the
// last depends on the order, so main waits for all of them in one step, and ends the process: then each step
// follows from the steps before it, which reduction relies on.
#pragma once

#include <cstdint>

#include "model/wire/layout.h"

namespace stalemate {

// The object of that step, a join, in place of a thread's slot.
inline constexpr std::uint64_t kEveryOtherThread = layout::kSlots;

}  // namespace stalemate

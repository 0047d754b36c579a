// Virtual time (S12): per thread, in nanoseconds since the execution began, advanced by the thread's own
// waits and by looking at it, carried along dependence edges.
#pragma once

#include <cstdint>
#include <ctime>

namespace stalemate::rt {

// An absolute time of the program, on the thread's virtual scale.
std::uint64_t virtual_deadline(clockid_t clock, const timespec& until);

}  // namespace stalemate::rt

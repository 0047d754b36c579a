// Virtual time (S12): per thread, in nanoseconds as the monotonic clock shows them, advanced by the thread's
// own waits and by looking at it, carried along dependence edges.
#pragma once

#include <cstdint>
#include <ctime>

#include "runtime/core/virtual_time.h"

namespace stalemate::rt {

struct SyncObject;

// An absolute time of the program, on the thread's virtual scale.
std::uint64_t virtual_deadline(clockid_t clock, const timespec& until);
// What the calls with a deadline refuse: nanoseconds that are none, clocks that cannot be waited for.
inline bool is_valid(const timespec& time) { return time.tv_nsec >= 0 && time.tv_nsec < 1000000000; }
inline bool can_wait_for(clockid_t clock) { return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC; }
// A sleep of that length, as a step.
bool sleep_through(const timespec& duration, std::uintptr_t pc);
// The current thread has waited until then.
void reach(std::uint64_t deadline);
// A step on an object: time goes from those that change it to whoever comes later, and from those that only
// read it to the next that changes it (S12).
void carry_time(SyncObject* object, bool changes);
// The same of what is known by its address alone: an atomic variable, a descriptor's name.
void carry_time(const volatile void* on, bool changes);

}  // namespace stalemate::rt

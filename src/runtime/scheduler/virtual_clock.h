// Virtual time (S12): per thread, in nanoseconds of the monotonic clock, advanced by the thread's own waits
// and by reading it, carried along dependence edges.
#pragma once

#include <cstdint>
#include <ctime>

#include "runtime/core/virtual_time.h"

namespace stalemate::rt {

struct SyncObject;

// An absolute time of the program, converted to the thread's virtual time.
std::uint64_t virtual_deadline(clockid_t clock, const timespec& until);
// What the calls with a deadline reject: invalid nanoseconds, clocks that cannot be waited for.
inline bool is_valid(const timespec& time) { return time.tv_nsec >= 0 && time.tv_nsec < 1000000000; }
inline bool can_wait_for(clockid_t clock) { return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC; }
// A sleep of that length, as a step.
bool sleep_through(const timespec& duration, std::uintptr_t pc);
// The current thread has waited until this time.
void reach(std::uint64_t deadline);
// A step on an object: time flows from steps that change it to all later steps, and from steps that only read
// it to the next step that changes it (S12).
void carry_time(SyncObject* object, bool changes);
// The same for an object known only by its address: an atomic variable, a descriptor's name.
void carry_time(const volatile void* on, bool changes);

}  // namespace stalemate::rt

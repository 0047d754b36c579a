// Waiting for descriptors. A step on one is enabled while the kernel reports that the call would not block;
// this is checked again after every such step, for every thread that has announced one. A wait that another
// process may end is really waited for, but only when no thread of the program can run, and it is noted; any
// other is part of a deadlock then.
#pragma once

#include <poll.h>
#include <cstdint>

#include "model/wire/op_kind.h"
#include "runtime/scheduler/scheduler_hooks.h"

namespace stalemate::rt {

struct Fiber;

// Lives on the waiting thread's stack.
struct IoWait {
  pollfd* all = nullptr;     // what it waits for
  pollfd* inside = nullptr;  // the same, with -1 for those whose readiness is not explored
  std::uint32_t count = 0;
  bool outside = false;  // another process may end it
  bool may_time_out = false;
  std::uint32_t not_before = 0;  // the kernel was wrong: not before this many changes
  // Set by wait_for_io.
  bool came_from_outside = false;  // what made it ready
  Fiber* fiber = nullptr;
  IoWait* next = nullptr;
};

// Another execution begins.
void renew_io();
// Announces the step and passes; a cancellation point. True: it was chosen because it is ready; false: its
// timeout was scheduled.
bool wait_for_io(IoWait& wait, OpKind op, std::uint64_t name, std::uintptr_t pc);
// To be called after a step that may have changed what others wait for.
void io_changed();
std::uint32_t io_changes();

}  // namespace stalemate::rt

// One call on one descriptor as a step: wait until it would not block, make it, let the others check again.
// Results are the kernel's: a negative number is an error.
#pragma once

#include <fcntl.h>
#include <cerrno>
#include <cstdint>

#include "model/operations.h"
#include "runtime/core/fiber.h"
#include "runtime/core/state.h"
#include "runtime/io/io_endpoints.h"
#include "runtime/io/io_wait.h"
#include "runtime/log/ledger.h"
#include "runtime/platform/kernel.h"
#include "runtime/races/synchronizes.h"
#include "runtime/scheduler/cancel.h"
#include "runtime/scheduler/scheduler.h"
#include "runtime/scheduler/virtual_clock.h"

namespace stalemate::rt {

struct IoCall {
  OpKind op = OpKind::kRead;
  int fd = -1;
  short events = POLLIN;
  std::uintptr_t pc = 0;
  bool never_waits = false;    // MSG_DONTWAIT
  std::uint64_t patience = 0;  // nanoseconds after which it fails; 0: no timeout
  std::uint64_t name = 0;      // of an object other than the descriptor's; 0: the descriptor's
};

// Whether a call on this descriptor is a step now.
inline Endpoint* controlled_endpoint(int fd) { return g.active && !g.exiting ? endpoint(fd) : nullptr; }

inline bool is_nonblocking(int fd) { return (kernel::call(SYS_fcntl, fd, F_GETFL) & O_NONBLOCK) != 0; }

// The real call must not block, whatever the kernel reported: no thread could end it.
template <class Attempt>
long attempt_without_blocking(int fd, Attempt attempt) {
  const long flags = kernel::call(SYS_fcntl, fd, F_GETFL);
  kernel::call(SYS_fcntl, fd, F_SETFL, flags | O_NONBLOCK);
  const long result = attempt();
  kernel::call(SYS_fcntl, fd, F_SETFL, flags);
  return result;
}

// What is read was written before. Both directions of a socket are one object: more order than necessary.
inline void synchronize_io(OpKind op, std::uint64_t name) {
  if (racing.now == 0) return;
  SyncObject* object = object_at(reinterpret_cast<const void*>(name));
  if (op == OpKind::kRead || op == OpKind::kAccept)
    acquire_from(object);
  else
    release_to(object);
}

template <class Attempt>
long perform_at_once(const IoCall& call, const Endpoint& on, Attempt attempt) {
  cancellation_point();
  announce(call.op, call.name != 0 ? call.name : on.name, call.pc);
  pass_enabled();
  if (on.reach == Reach::kOutside)
    note_uncontrolled(wire::Uncontrolled::kSystemCall, call.pc, name_of(call.op));
  carry_time(reinterpret_cast<const void*>(on.name), true);
  if (call.op != OpKind::kRead) synchronize_io(call.op, on.name);
  const long result = attempt();
  if (call.op == OpKind::kRead && result >= 0) synchronize_io(call.op, on.name);
  if (result == -EAGAIN) note_value(1);
  io_changed();
  return result;
}

template <class Attempt>
long perform_io(const IoCall& call, const Endpoint& found, Attempt attempt) {
  const Endpoint on = found;  // the descriptor may be another's when it is chosen
  if (call.never_waits || is_nonblocking(call.fd)) return perform_at_once(call, on, attempt);
  // The outside is not polled while other threads can run: when it answers is not explored.
  pollfd all = {call.fd, call.events, 0};
  pollfd inside = {on.reach == Reach::kOutside ? -1 : call.fd, call.events, 0};
  IoWait wait;
  wait.all = &all;
  wait.inside = &inside;
  wait.count = 1;
  wait.outside = on.reach != Reach::kInside;
  wait.may_time_out = call.patience != 0;
  const std::uint64_t deadline = g.current->clock + call.patience;
  for (;;) {
    if (!wait_for_io(wait, call.op, call.name != 0 ? call.name : on.name, call.pc)) {
      if (deadline > g.current->clock) g.current->clock = deadline;
      note_value(1);
      return -EAGAIN;
    }
    carry_time(reinterpret_cast<const void*>(on.name), true);
    const long result = attempt_without_blocking(call.fd, attempt);
    if (result != -EAGAIN) {
      if (result >= 0) synchronize_io(call.op, on.name);
      io_changed();
      return result;
    }
    wait.not_before = io_changes() + 1;  // less room than the kernel reported
  }
}

inline long with_errno(long result) {
  if (result >= 0 || result < -4095) return result;
  errno = static_cast<int>(-result);
  return -1;
}

}  // namespace stalemate::rt

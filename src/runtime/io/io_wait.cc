#include "runtime/io/io_wait.h"

#include <sys/wait.h>
#include <cerrno>

#include "model/operations.h"
#include "runtime/core/fiber.h"
#include "runtime/core/state.h"
#include "runtime/io/io_endpoints.h"
#include "runtime/log/ledger.h"
#include "runtime/platform/kernel.h"
#include "runtime/scheduler/cancel.h"
#include "runtime/scheduler/scheduler.h"

namespace stalemate::rt {

namespace {

// Milliseconds.
constexpr int kDelivery = 5;   // more than the loopback takes
constexpr int kPatience = 20;  // between two polls of the children

IoWait* waits = nullptr;
std::uint32_t changes = 0;

bool poll_now(pollfd* descriptors, std::uint32_t count) {
  return kernel::call(SYS_poll, kernel::word(descriptors), count, 0) > 0;
}

bool is_ready(const IoWait& wait) { return changes >= wait.not_before && poll_now(wait.inside, wait.count); }

void evaluate(IoWait& wait) {
  const bool ready = is_ready(wait);
  wait.came_from_outside = false;
  set_enabled(wait.fiber, ready || wait.may_time_out, !ready && wait.may_time_out);
}

// Whether a thread is enabled.
bool evaluate_all() {
  bool any = false;
  for (IoWait* wait = waits; wait != nullptr; wait = wait->next) {
    evaluate(*wait);
    any = any || wait->fiber->enabled;
  }
  return any;
}

void unlink(IoWait& wait) {
  IoWait** link = &waits;
  while (*link != &wait) link = &(*link)->next;
  *link = wait.next;
}

enum class Children { kNone, kRunning, kEnded };

Children look_at_children() {
  siginfo_t child = {};
  const long result =
      kernel::call(SYS_waitid, P_ALL, 0, kernel::word(&child), WEXITED | WNOHANG | WNOWAIT | __WALL);
  if (result == -ECHILD) return Children::kNone;
  return child.si_pid != 0 ? Children::kEnded : Children::kRunning;
}

// Whether another process may end this wait: a child may hold the other end of anything.
bool may_end(const IoWait& wait, Children children) { return wait.outside || children != Children::kNone; }

void note(const Fiber& fiber) {
  note_uncontrolled(wire::Uncontrolled::kBlocking, fiber.pc, name_of(fiber.op));
}

bool enable_those_ready(Children children) {
  bool any = false;
  for (IoWait* wait = waits; wait != nullptr; wait = wait->next) {
    if (!may_end(*wait, children) || !poll_now(wait->all, wait->count)) continue;
    if (wait->outside) note(*wait->fiber);
    wait->came_from_outside = true;
    set_enabled(wait->fiber, true);
    any = true;
  }
  return any;
}

}  // namespace

void renew_io() {
  waits = nullptr;
  changes = 0;
  forget_all_endpoints();
}

bool wait_for_io(IoWait& wait, OpKind op, std::uint64_t name, std::uintptr_t pc) {
  cancellation_point();
  wait.fiber = g.current;
  wait.next = waits;
  waits = &wait;
  announce(op, name, pc);
  const bool ready = is_ready(wait);
  // When a child ends the wait is not explored, even if it does so while other threads run.
  if (!ready && look_at_children() != Children::kNone) note(*g.current);
  const bool cancelled = pass_cancellable(nullptr, ready || wait.may_time_out, !ready && wait.may_time_out);
  unlink(wait);
  if (cancelled) be_cancelled();
  return wait.came_from_outside || is_ready(wait);
}

void io_changed() {
  ++changes;
  evaluate_all();
}

std::uint32_t io_changes() { return changes; }

bool wake_io_waits() {
  if (waits == nullptr) return false;
  // Some reads and writes, such as those of streams, are not observed; and the kernel may still be
  // transferring data over the loopback.
  if (evaluate_all()) return true;
  kernel::call(SYS_poll, 0, 0, kDelivery);
  if (evaluate_all()) return true;
  for (;;) {
    const Children children = look_at_children();
    bool any = false;
    for (IoWait* wait = waits; wait != nullptr; wait = wait->next) any = any || may_end(*wait, children);
    if (!any) return false;
    if (enable_those_ready(children)) return true;
    // A thread waits for the child itself.
    if (children == Children::kEnded && g.outsiders != 0) return false;
    kernel::call(SYS_poll, 0, 0, kPatience);
  }
}

}  // namespace stalemate::rt

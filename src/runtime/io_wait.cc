#include "runtime/io_wait.h"

#include <sys/wait.h>
#include <cerrno>

#include "runtime/fiber.h"
#include "runtime/io_endpoints.h"
#include "runtime/kernel.h"
#include "runtime/ledger.h"
#include "runtime/scheduler.h"
#include "runtime/state.h"

namespace stalemate::rt {

namespace {

IoWait* waits = nullptr;
std::uint32_t changes = 0;

bool is_ready(const IoWait& wait) {
  if (changes < wait.not_before) return false;
  if (wait.ready != nullptr) return wait.ready(wait);
  return kernel::call(SYS_poll, kernel::word(wait.descriptors), wait.count, 0) > 0;
}

void evaluate(IoWait& wait) {
  const bool ready = is_ready(wait);
  wait.waits_outside = false;
  set_enabled(wait.fiber, ready || wait.may_time_out, !ready && wait.may_time_out);
}

// A child may hold the other end of anything that was open when it was forked.
bool has_children() {
  siginfo_t nobody = {};
  return kernel::call(SYS_waitid, P_ALL, 0, kernel::word(&nobody), WEXITED | WNOHANG | WNOWAIT | __WALL) !=
         -ECHILD;
}

}  // namespace

void renew_io() {
  waits = nullptr;
  changes = 0;
  forget_all_endpoints();
}

IoTurn wait_for_io(IoWait& wait, OpKind op, std::uint64_t name, std::uintptr_t pc) {
  wait.fiber = g.current;
  wait.next = waits;
  waits = &wait;
  announce(op, name, pc);
  const bool ready = is_ready(wait);
  pass(nullptr, ready || wait.may_time_out, !ready && wait.may_time_out);
  for (IoWait** link = &waits; *link != nullptr; link = &(*link)->next)
    if (*link == &wait) {
      *link = wait.next;
      break;
    }
  if (wait.waits_outside) return IoTurn::kOutside;
  return is_ready(wait) ? IoTurn::kReady : IoTurn::kTimedOut;
}

void io_changed() {
  ++changes;
  for (IoWait* wait = waits; wait != nullptr; wait = wait->next) evaluate(*wait);
}

std::uint32_t io_changes() { return changes; }

bool wake_io_waits() {
  if (waits == nullptr) return false;
  bool woken = false;
  // Streams write without being seen, for one.
  for (IoWait* wait = waits; wait != nullptr; wait = wait->next) {
    evaluate(*wait);
    woken = woken || wait->fiber->enabled;
  }
  if (woken) return true;
  const bool children = has_children();
  for (IoWait* wait = waits; wait != nullptr; wait = wait->next) {
    if (!wait->outside && !children) continue;
    note_uncontrolled(wire::Uncontrolled::kBlocking, wait->fiber->pc, name_of(wait->fiber->op));
    wait->waits_outside = true;
    set_enabled(wait->fiber, true);
    woken = true;
  }
  return woken;
}

}  // namespace stalemate::rt

// What stalemate.h calls. Each does something sensible without an exploration.
#include <sched.h>
#include <cstdint>
#include <cstdlib>

#include "runtime/core/ending.h"
#include "runtime/core/state.h"
#include "runtime/platform/originals.h"
#include "runtime/races/races.h"
#include "runtime/scheduler/scheduler.h"
#include "runtime/states/state_log.h"

using namespace stalemate;
using namespace stalemate::rt;

STALEMATE_INTERPOSED int stalemate_rt_controlled() { return g.active ? 1 : 0; }

STALEMATE_INTERPOSED unsigned stalemate_rt_choose(unsigned n) {
  if (!g.active || n < 2) return 0;
  return choose_value(n);
}

STALEMATE_INTERPOSED void stalemate_rt_yield() {
  if (!g.active) {
    real().sched_yield();
    return;
  }
  announce(OpKind::kYield, 0, STALEMATE_CALLER);
  pass_enabled();
}

STALEMATE_INTERPOSED void stalemate_rt_expect_failed(const char* message, const char* file, int line) {
  if (!g.active) return;
  if (file == nullptr) fail(wire::Outcome::kAssertion, STALEMATE_CALLER, "%s", message);
  fail(wire::Outcome::kAssertion, STALEMATE_CALLER, "%s (%s:%d)", message, file, line);
}

// What other threads do before it has happened, and counts: they may all come first.
STALEMATE_INTERPOSED void stalemate_rt_assume_failed() {
  if (!g.active) return;
  announce(OpKind::kExit, 0, STALEMATE_CALLER);
  pass_enabled();
  end_execution({wire::Outcome::kAbandoned});
}

STALEMATE_INTERPOSED void stalemate_rt_state(unsigned long hash) {
  if (!g.active) return;
  g.uses_state |= wire::kStateAtEnd;
  g.state_hash = (g.state_hash ^ hash) * 0x9e3779b97f4a7c15u;
  g.state_hash ^= g.state_hash >> 32;
  take_given_state(hash);
}

STALEMATE_INTERPOSED void stalemate_rt_state_here(unsigned long hash) {
  if (!g.active) return;
  if (g.write >= g.write_end) end_beyond_capacity("more records than a log has room for");
  g.uses_state |= wire::kStatesOnTheWay;
  put({wire::RecordKind::kState, OpKind::kNone, static_cast<std::uint16_t>(g.current->id), 0, hash});
  take_given_state(hash);
}

STALEMATE_INTERPOSED void stalemate_rt_benign(const void* object, unsigned long bytes) {
  if (g.active) allow_races(reinterpret_cast<std::uintptr_t>(object), bytes);
}

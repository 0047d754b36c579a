#include "runtime/states/state_log.h"

#include <algorithm>
#include <bit>

#include "model/operations.h"
#include "runtime/core/ending.h"
#include "runtime/core/fiber.h"
#include "runtime/heap/heap_blocks.h"
#include "runtime/isolation/changed_memory.h"
#include "runtime/isolation/snapshot.h"
#include "runtime/platform/pages.h"
#include "runtime/scheduler/scheduler.h"
#include "runtime/states/cycle_detection.h"
#include "runtime/states/signature.h"

namespace stalemate::rt {

namespace {

// A state of the current execution.
struct Own {
  Hash128 state;
  std::uint32_t execution = 0;
  std::uint32_t steps = 0;
};

// In kept memory, so that it is not part of a snapshot.
struct StateLog {
  std::uint32_t execution;
  std::uint64_t growth;  // of our own mappings and of the ledger, when the execution began
  std::uint32_t count;   // of its states
  std::uint32_t bits;
  Own* own;  // open addressing
};

StateLog* kept = nullptr;

enum class Phase : std::uint8_t {
  kAhead,    // no state has repeated yet
  kSettles,  // a state has repeated: a loop may need a few rounds until it counts as a yield
  kTurn,     // the next round is watched
};

struct Progress {
  Phase phase = Phase::kAhead;
  std::uint32_t turn = 0;  // steps
  std::uint32_t turn_ends = 0;
  const wire::Record* turn_begin = nullptr;
  // Of what the program reports.
  bool given = false;
  Hash128 since;                             // the last reported state, and the steps since then
  const wire::Record* read_until = nullptr;  // in the log
};

Progress progress;

std::uint64_t growth() {
  return mapping_growth() + g.channel->ledger_entries.load(std::memory_order_relaxed);
}

bool by_program() { return g.channel->config.states == wire::States::kProgram; }

// Leaving the last thread would be a preemption (S3).
bool last_runs_on() { return g.last->enabled && !g.last->timed && !g.last->held_back; }

void put_signature(OpKind op, Hash128 hash) {
  put({wire::RecordKind::kSignature, op, static_cast<std::uint16_t>(g.last->id),
       static_cast<std::uint32_t>(hash.high), hash.low});
}

bool knows_memory(Hash128* state) {
  wire::StatesUnknown why = wire::StatesUnknown::kNothing;
  if (g.signals) why = wire::StatesUnknown::kSignals;
  for (const Fiber* f = first_fiber(); f != nullptr; f = f->path_next)
    if (!f->finished && uses_kernel_state(f->op)) why = wire::StatesUnknown::kKernel;
  if (why == wire::StatesUnknown::kNothing && memory_signature(state, &why)) return true;
  end_state_log(why);
  return false;
}

void take_steps(Mixer128& mixer) {
  for (const wire::Record* r = progress.read_until; r < g.write; ++r) {
    if (r->kind != wire::RecordKind::kStep && r->kind != wire::RecordKind::kChoice) continue;
    mixer.add(std::uint64_t{fiber_by_id(r->thread)->slot} << 32 | static_cast<std::uint32_t>(r->op));
    mixer.add(r->value);
    mixer.add(fresh_address(r->object));
  }
  progress.read_until = g.write;
}

// If it has just been reported, only the positions are added; else the state follows from the last report and
// the steps since then.
Hash128 state_by_program() {
  const Hash128 positions = position_signature();
  Mixer128 mixer;
  mixer.add(progress.since);
  if (progress.given)
    mixer.add(positions);
  else
    take_steps(mixer);
  progress.read_until = g.write;
  progress.given = false;
  progress.since = mixer.hash();
  Mixer128 here;
  here.add(progress.since);
  here.add(positions);
  return here.hash();
}

// Where the execution was in this state before, counted in steps; stores it if it was not.
const Own* own_state(Hash128 state) {
  const std::uint32_t mask = (1u << kept->bits) - 1;
  for (auto at = static_cast<std::uint32_t>(state.low) & mask;; at = (at + 1) & mask) {
    Own& own = kept->own[at];
    if (own.execution == kept->execution && own.state == state) return &own;
    if (own.execution == kept->execution) continue;
    if (++kept->count <= mask - mask / 4) own = {state, kept->execution, g.steps};
    return nullptr;
  }
}

bool tail_follows_from_state() { return g.tail == wire::Tail::kContinue || g.tail == wire::Tail::kLeast; }

void watch_turn() {
  progress.phase = Phase::kTurn;
  progress.turn_ends = g.steps + progress.turn;
  progress.turn_begin = g.write;
  begin_watched_turn();
}

// What follows repeats what followed the first time, since only the tail decides. A round is watched, to see
// whether it is a failure: cycle_detection.h decides that, from the next steps on.
void look_for_own_state(Hash128 state) {
  constexpr std::uint32_t kTurnsToSettle = 3;
  if (!tail_follows_from_state() || g.points < g.prescribed_points) return;
  if (progress.phase == Phase::kAhead) {
    const Own* before = own_state(state);
    if (before == nullptr) return;
    progress.phase = Phase::kSettles;
    progress.turn = g.steps - before->steps;
    progress.turn_ends = g.steps + kTurnsToSettle * progress.turn;
  } else if (g.steps >= progress.turn_ends) {
    if (progress.phase == Phase::kSettles) return watch_turn();
    if (is_unfair_turn(progress.turn_begin)) end_execution({wire::Outcome::kRepeats, "", 0, 0, false});
    g.states = false;
  }
}

}  // namespace

void prepare_state_log() {
  const wire::Config& config = g.channel->config;
  if (config.states == wire::States::kNone || kept != nullptr) return;
  kept = static_cast<StateLog*>(kept_pages(sizeof(StateLog)));
  constexpr std::uint32_t kMostSteps = 1u << 21;
  kept->bits = static_cast<std::uint32_t>(std::bit_width(2 * std::min(config.step_limit, kMostSteps) + 1));
  kept->own = static_cast<Own*>(kept_pages(sizeof(Own) << kept->bits));
  if (config.states == wire::States::kMemory) prepare_signatures();
}

void complete_state_log() {
  if (g.channel->config.states == wire::States::kMemory) complete_signatures();
}

void begin_state_log() {
  const wire::States states = g.channel->config.states;
  g.states = states != wire::States::kNone && kept != nullptr;
  if (!g.states) return;
  progress = Progress{};
  progress.read_until = g.write;
  ++kept->execution;
  kept->count = 0;
  kept->growth = growth();
  if (states != wire::States::kMemory) return;
  if (g.undoes_executions && snapshot_knows_writes())
    begin_signatures();
  else
    end_state_log(wire::StatesUnknown::kSnapshot);
}

void end_state_log(wire::StatesUnknown why) {
  if (g.states) g.uses_state |= static_cast<std::uint32_t>(why) << wire::kStatesUnknownShift;
  g.states = false;
}

void take_given_state(std::uint64_t hash) {
  if (!g.states || !by_program()) return;
  Mixer128 mixer;
  if (progress.given) mixer.add(progress.since);
  mixer.add(hash);
  progress.since = mixer.hash();
  progress.given = true;
}

void log_state() {
  Hash128 program;
  if (by_program())
    program = state_by_program();
  else if (!knows_memory(&program))
    return;
  put_signature(last_runs_on() ? OpKind::kStart : OpKind::kNone, program);
  const Hash128 fair = fairness_signature();
  if (fair != Hash128{}) put_signature(OpKind::kYield, fair);
  Mixer128 whole;
  whole.add(program);
  whole.add(fair);
  whole.add(last_runs_on() ? g.last->slot + 1 : 0);
  look_for_own_state(whole.hash());
}

// What happens only once in a session leaves other traces on the stacks than what happens every time.
bool must_log_states_again() {
  if (g.channel->config.states != wire::States::kMemory || !snapshot_knows_writes()) return false;
  const Learned learned = learn_changed_pages();
  if (learned == Learned::kTooMany) return false;
  const bool adopted = adopt_lazy_bindings();
  if (adopted || learned == Learned::kNewPages || kept->growth != growth()) return true;
  g.header->uses_state |= wire::kStatesLogged;
  return false;
}

}  // namespace stalemate::rt

#include "runtime/states/cycle_detection.h"

#include <algorithm>
#include <cstdio>

#include "model/operations.h"
#include "model/repetition.h"
#include "runtime/core/ending.h"
#include "runtime/core/fiber.h"
#include "runtime/core/state.h"
#include "runtime/platform/pages.h"
#include "runtime/races/races.h"
#include "runtime/scheduler/scheduler.h"
#include "runtime/states/memory_fingerprint.h"

namespace stalemate::rt {

namespace {

constexpr std::uint32_t kLeastTurns = 4;
constexpr std::uint32_t kTurnsKept = 3;

enum class Phase : std::uint8_t {
  kBefore,  // before the check
  kFirst,   // the first of two rounds is watched
  kSecond,  // the second
  kLast,    // until the limit
};

// One watched round of the cycle.
struct Turn {
  const wire::Record* begin = nullptr;
  const wire::Record* end = nullptr;
  std::uint64_t clock_looks = 0;  // when it began
};

struct Watch {
  Phase phase = Phase::kBefore;
  bool circles = false;  // observed without a proof
  Repetition found;
  std::uint32_t points_before = 0;  // when it was found
  const void* looked_from = nullptr;
  std::uint32_t steps_in_turn = 0;
  std::uint64_t memory[2] = {};  // when the watched rounds began
  Turn first, second;
};

Watch watch;
std::uint64_t* tokens = nullptr;
std::uint32_t* scratch = nullptr;
std::uint32_t room = 0;  // tokens

const wire::Record* log_begin() { return reinterpret_cast<const wire::Record*>(g.header + 1); }

bool is_point(const wire::Record& record) {
  return record.kind == wire::RecordKind::kStep || record.kind == wire::RecordKind::kChoice;
}

std::uint64_t token_of(const wire::Record& record) {
  std::uint64_t hash = static_cast<std::uint64_t>(record.kind) << 56 |
                       static_cast<std::uint64_t>(record.op) << 48 | std::uint64_t{record.thread} << 32 |
                       record.value;
  hash = (hash ^ hash >> 31) * 0x9e3779b97f4a7c15u + record.object;
  return (hash ^ hash >> 29) * 0xbf58476d1ce4e5b9u;
}

// The last points, as many as there is room for.
std::uint32_t collect_tokens() {
  const std::uint32_t skipped = g.points > room ? g.points - room : 0;
  std::uint32_t point = 0;
  for (const wire::Record* r = log_begin(); r < g.write; ++r)
    if (is_point(*r) && point++ >= skipped) tokens[point - 1 - skipped] = token_of(*r);
  return point - skipped;
}

std::uint32_t limit() { return g.channel->config.step_limit; }

Repetition find() {
  if (room < limit()) {
    room = limit() + limit() / 2;
    tokens = static_cast<std::uint64_t*>(pages(room * sizeof *tokens));
    scratch = static_cast<std::uint32_t*>(pages(room * sizeof *scratch));
  }
  const std::uint32_t count = collect_tokens();
  return find_repetition(tokens, count, kLeastTurns, count / 2, scratch);
}

// Steps among the last `points`.
std::uint32_t steps_in_last(std::uint32_t points) {
  std::uint32_t point = 0, steps = 0;
  for (const wire::Record* r = log_begin(); r < g.write; ++r)
    if (is_point(*r) && point++ >= g.points - points) steps += r->kind == wire::RecordKind::kStep ? 1 : 0;
  return steps;
}

void look_again_at(std::uint32_t steps, Phase phase) {
  g.next_look = std::min(steps, limit());
  watch.phase = phase;
}

void begin_turn(std::uint64_t& memory, Turn& turn, Phase phase) {
  memory = memory_fingerprint(watch.looked_from);
  turn.begin = g.write;
  turn.clock_looks = g.clock_looks;
  begin_watched_turn();
  look_again_at(g.steps + watch.steps_in_turn, phase);
}

void stop_watching() {
  g.records_values = false;
  look_again_at(limit(), Phase::kLast);
}

void look_for_circles() {
  watch.found = find();
  watch.points_before = g.points;
  const std::uint32_t steps = watch.found.period == 0 ? 0 : steps_in_last(watch.found.period);
  if (steps == 0 || g.steps + 2 * steps >= limit()) return stop_watching();
  watch.steps_in_turn = steps;
  g.records_values = true;
  end_race_checking();  // it leaves traces on the stacks, and has checked these rounds before
  begin_turn(watch.memory[0], watch.first, Phase::kFirst);
}

// The records that make up a round; changes of enabledness may come in another order.
const wire::Record* next_in_turn(const wire::Record* at, const wire::Record* end) {
  while (at < end && !is_point(*at) && at->kind != wire::RecordKind::kValue) ++at;
  return at;
}

bool same_turns(const Turn& a, const Turn& b) {
  const wire::Record* left = next_in_turn(a.begin, a.end);
  const wire::Record* right = next_in_turn(b.begin, b.end);
  while (left < a.end && right < b.end) {
    if (token_of(*left) != token_of(*right)) return false;
    left = next_in_turn(left + 1, a.end);
    right = next_in_turn(right + 1, b.end);
  }
  return left >= a.end && right >= b.end;
}

bool scheduled_in_turn(const Fiber* fiber) {
  for (const wire::Record* r = watch.second.begin; r < watch.second.end; ++r)
    if (r->kind == wire::RecordKind::kStep && r->thread == fiber->id) return true;
  return false;
}

bool enabled_in_turn(const Fiber* fiber) {
  if (fiber->enabled) return true;
  for (const wire::Record* r = watch.second.begin; r < watch.second.end; ++r)
    if ((r->kind == wire::RecordKind::kEnabled || r->kind == wire::RecordKind::kDisabled) &&
        r->thread == fiber->id)
      return true;
  return false;
}

// Whether the round does what memory does not show. Each look at a clock finds a later time, which may end
// the loop.
bool leaves_memory(const Turn& turn) {
  if (g.clock_looks != turn.clock_looks) return true;
  for (const wire::Record* r = turn.begin; r < turn.end; ++r)
    if (r->kind == wire::RecordKind::kStep && uses_kernel_state(r->op)) return true;
  return false;
}

struct Standing {
  bool starves = false;   // a thread could have run and did not
  Fiber* busy = nullptr;  // the first thread that ran and did not yield
};

Standing standing() {
  Standing standing;
  for (Fiber* f = first_fiber(); f != nullptr; f = f->path_next) {
    if (f->finished) continue;
    if (!scheduled_in_turn(f))
      standing.starves |= enabled_in_turn(f);
    else if (f->yields == f->yields_before && standing.busy == nullptr)
      standing.busy = f;
  }
  return standing;
}

// Removes what was written after the first `points` points.
void shorten_log(std::uint32_t points) {
  std::uint32_t point = 0, steps = 0;
  const wire::Record* r = log_begin();
  for (; r < g.write; ++r) {
    if (!is_point(*r)) continue;
    if (point == points) break;
    ++point;
    steps += r->kind == wire::RecordKind::kStep ? 1 : 0;
    g.last_step = r->kind == wire::RecordKind::kStep ? const_cast<wire::Record*>(r) : g.last_step;
  }
  g.write_position -= static_cast<std::uint64_t>(g.write - r) * sizeof(wire::Record);
  g.write = const_cast<wire::Record*>(r);
  g.points = point;
  g.steps = steps;
  g.last = fiber_by_id(g.last_step->thread);
}

// A schedule that ends here is continued by the tail, and so must not need another one.
bool goes_on_by_itself() { return g.tail == wire::Tail::kContinue; }

[[noreturn]] void end_in_cycle(wire::Outcome outcome, const Fiber* busy, bool proved) {
  end_in_failed_tries();
  const std::uint32_t period = watch.found.period;
  const std::uint64_t turns = watch.found.turns() + (g.points - watch.points_before) / period;
  const std::uint32_t stem = watch.points_before - watch.found.length;
  std::uint32_t kept = stem + kTurnsKept * period;
  kept = std::max(kept, g.prescribed_points);
  if (goes_on_by_itself() && kept < g.points) shorten_log(kept);
  put({wire::RecordKind::kCycle, OpKind::kNone, static_cast<std::uint16_t>(busy != nullptr ? busy->id : 0),
       period | (proved ? std::uint32_t{wire::kCycleProved} : 0u), turns});
  g.current = const_cast<Fiber*>(busy != nullptr ? busy : g.last);
  end_execution({outcome, "", 0, g.current->pc, false});
}

void end_second_turn() {
  watch.second.end = g.write;
  const bool circles = same_turns(watch.first, watch.second);
  const bool proved = circles && !leaves_memory(watch.second) && watch.memory[1] != 0 &&
                      memory_fingerprint(watch.looked_from) == watch.memory[1];
  const Standing now = standing();
  if (proved && !now.starves) end_in_cycle(wire::Outcome::kLivelock, nullptr, true);
  if (proved && now.busy != nullptr) end_in_cycle(wire::Outcome::kGoodSamaritan, now.busy, true);
  watch.circles = circles && !now.starves && now.busy == nullptr;
  stop_watching();
}

void end_at_limit() {
  if (watch.circles) {
    const Repetition before = watch.found;
    const std::uint32_t points_before = watch.points_before;
    watch.found = find();
    watch.points_before = g.points;
    // Nothing else has happened since it was watched.
    if (watch.found.period == before.period && watch.found.length >= g.points - points_before)
      end_in_cycle(wire::Outcome::kLivelock, nullptr, false);
  }
  end_at_step_limit();
}

}  // namespace

void begin_watch_for_divergence() {
  watch = Watch{};
  g.records_values = false;
  look_again_at(limit() - limit() / 8, Phase::kBefore);
}

void begin_watched_turn() {
  for (Fiber* f = first_fiber(); f != nullptr; f = f->path_next) f->yields_before = f->yields;
}

bool is_unfair_turn(const wire::Record* begin) {
  watch.second = {begin, g.write};
  const Standing now = standing();
  return now.starves && (now.busy == nullptr || g.channel->config.fair == 0);
}

// Zeroes what calls of the runtime have left below the program's frames.
__attribute__((noinline)) void wipe_stack() {
  volatile char below[16384];
  for (volatile char& byte : below) byte = 0;
}

void look_for_divergence() {
  watch.looked_from = __builtin_frame_address(0);
  while (g.steps >= g.next_look) {
    switch (watch.phase) {
      case Phase::kBefore: look_for_circles(); break;
      case Phase::kFirst:
        watch.first.end = g.write;
        begin_turn(watch.memory[1], watch.second, Phase::kSecond);
        break;
      case Phase::kSecond: end_second_turn(); break;
      case Phase::kLast: end_at_limit();
    }
  }
}

}  // namespace stalemate::rt

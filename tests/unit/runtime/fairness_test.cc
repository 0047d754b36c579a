// Fair scheduling as the runtime does it, on random traces: which steps are yields is written down here once
// more from S9, which threads may run is Algorithm 1 of the second paper as it is printed. The test takes the
// place of the scheduler and of the proofs that a thread repeats itself.
#include "runtime/scheduler/fairness.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <set>
#include <tuple>
#include <vector>

#include "algorithm_as_printed.h"
#include "model/fairness.h"
#include "model/operations.h"
#include "runtime/core/fiber.h"
#include "runtime/core/state.h"
#include "runtime/log/effects.h"
#include "runtime/log/ledger.h"
#include "runtime/scheduler/scheduler.h"
#include "runtime/scheduler/stretch.h"
#include "trail.h"

namespace stalemate::rt {

State g;
extern "C" {
Passed stalemate_rt_passed;
void stalemate_rt_wipe_stack() {}
}

namespace {
std::vector<std::unique_ptr<Fiber>> fibers;
bool repeats = false;  // what a proof would say of the step under way
std::set<std::uintptr_t> unproven;
std::uint32_t yield_effects = 0;
std::uint32_t idle_steps = 0;
}  // namespace

Fiber* first_fiber() { return fibers[0].get(); }
Fiber* fiber_by_id(std::uint32_t id) { return fibers[id].get(); }
std::uint32_t fiber_count() { return static_cast<std::uint32_t>(fibers.size()); }

void prepare_stretches() {}
void begin_stretches() {}
bool stretches_used() { return false; }
void take_step_into_stretches() {}
bool comes_round(LoopHead&, bool) { return repeats; }
void drop_head(LoopHead&) {}

void hold_back(Fiber* fiber, bool held) { fiber->held_back = held; }
void note_idle_step() { ++idle_steps; }
bool tries_in_vain() { return false; }
void end_in_failed_tries() {}
void note_unproven_yield(std::uintptr_t pc) { unproven.insert(pc); }
void note_polling(std::uintptr_t, std::uint64_t) {}
void put_effect(const Fiber*, OpKind op, std::uint32_t, std::uint64_t) {
  yield_effects += op == OpKind::kYield ? 1 : 0;
}

}  // namespace stalemate::rt

namespace stalemate::test {
namespace {

using rt::Fiber;
using rt::g;
using Threads = AsPrinted::Threads;

struct Settings {
  std::uint32_t threads = 3, fair = 1, spin_yield = 1, fair_after = 2, steps = 150;
  std::uint32_t pauses = 30, looks = 30, proofs = 20, changes = 20;  // percent
};

// Which steps are yields (S9), by exact counts. A trace has few places, so that the runtime's tables are
// exact, too.
class ModelYields {
 public:
  explicit ModelYields(const Settings& settings) : settings_(settings) {}

  void look(std::uint32_t thread, std::uintptr_t pc, std::uint64_t value) {
    const auto key = std::make_tuple(thread, pc, value);
    const bool often = ++looks_[key] > settings_.fair_after;
    looks_too_often_[thread] = ++all_looks_[key] > 16 * settings_.fair_after || often;
  }
  void forget_looks(std::uint32_t thread) {
    std::erase_if(looks_, [&](const auto& entry) { return std::get<0>(entry.first) == thread; });
  }

  Yield of_pause(std::uint32_t thread, std::uintptr_t pc, bool repeats) {
    forget_looks(thread);
    const bool often = ++pauses_[{thread, pc}] > settings_.fair_after;
    if (repeats) return yields(thread, Yield::kProven);
    const bool first = !counted_.contains(thread);
    return often || first || settings_.spin_yield == 0 ? yields(thread, Yield::kUnproven) : Yield::kNone;
  }
  Yield of_look(std::uint32_t thread, bool looked, bool repeats) {
    if (settings_.spin_yield == 0) return Yield::kNone;
    if (repeats) return yields(thread, Yield::kProven);
    return looked && looks_too_often_[thread] ? yields(thread, Yield::kUnproven) : Yield::kNone;
  }

 private:
  // Every k-th yield of a thread counts; until one has, none needs a proof.
  Yield yields(std::uint32_t thread, Yield yield) {
    if (settings_.fair != 0 && ++yields_[thread] % settings_.fair == 0) counted_.insert(thread);
    return yield;
  }

  const Settings& settings_;
  std::map<std::tuple<std::uint32_t, std::uintptr_t, std::uint64_t>, std::uint32_t> looks_, all_looks_;
  std::map<std::uint32_t, bool> looks_too_often_;
  std::map<std::pair<std::uint32_t, std::uintptr_t>, std::uint32_t> pauses_;
  std::map<std::uint32_t, std::uint32_t> yields_;
  std::set<std::uint32_t> counted_;
};

class FairRun {
 public:
  FairRun(std::uint32_t seed, const Settings& settings)
      : trail(seed), settings_(settings), yields_(settings_), printed_(all(settings.threads), settings.fair) {
    channel_.config.fair = settings.fair;
    channel_.config.spin_yield = settings.spin_yield;
    channel_.config.fair_after = settings.fair_after;
    g = rt::State{};
    g.channel = &channel_;
    g.last_step = &last_step_;
    g.effects = true;
    g.timers = 1;
    rt::unproven.clear();
    rt::fibers.clear();
    create();
    rt::fibers[0]->enabled = true;
    rt::prepare_fairness();
    rt::begin_fairness();
    rt::account_for_last_step();
  }

  // False: no thread may run.
  bool step() {
    const Threads before = enabled(), may = printed_.may_run(before);
    if (may.none()) return false;
    std::uint32_t t = trail.below(rt::fibers.size());
    while (!may[t]) t = (t + 1) % static_cast<std::uint32_t>(rt::fibers.size());
    Yield yield = perform(t);
    change_enabled();
    if (t != 0 && trail.chance(2)) {  // the thread ends with its step: it does not come back
      trail.add("  ends");
      rt::fibers[t]->finished = true;
      rt::fibers[t]->enabled = false;
      yield = Yield::kNone;
    }
    const Threads after = enabled();
    const Threads waited_for = printed_.P[t];
    printed_.step(t, yield != Yield::kNone, before, after);
    remember_proofs(t, yield, (printed_.P[t] & ~waited_for).any());
    const std::uint32_t effects = rt::yield_effects;
    const std::uint32_t idle = rt::idle_steps, own = g.last->yields;
    rt::unproven.clear();
    rt::account_for_last_step();
    const std::uint32_t idles = yield != Yield::kNone || paused_ ? 1 : 0;
    EXPECT_EQ(rt::idle_steps - idle, idles) << trail.text();
    // Those that show that the thread makes no progress.
    EXPECT_EQ(g.last->yields - own, yield == Yield::kProven || paused_ ? 1u : 0u) << trail.text();
    EXPECT_EQ(rt::yield_effects - effects, yield != Yield::kNone && settings_.fair != 0 ? 1u : 0u)
        << trail.text();
    compare();
    return true;
  }

  Trail trail;

 private:
  static Threads all(std::uint32_t count) {
    Threads threads;
    for (std::uint32_t t = 0; t < count; ++t) threads.set(t);
    return threads;
  }

  static void create() {
    rt::fibers.push_back(std::make_unique<Fiber>());
    Fiber* fiber = rt::fibers.back().get();
    fiber->id = static_cast<std::uint32_t>(rt::fibers.size() - 1);
    if (fiber->id != 0) rt::fibers[fiber->id - 1]->path_next = fiber;
  }

  static Threads enabled() {
    Threads threads;
    for (const auto& fiber : rt::fibers) threads.set(fiber->id, fiber->enabled);
    return threads;
  }

  // What scheduler.cc does between a choice and the step.
  Fiber* begin_step(std::uint32_t t, OpKind op, std::uint32_t value, std::uintptr_t pc) {
    Fiber* self = g.current = g.last = rt::fibers[t].get();
    ++g.steps;
    self->step_pc = pc;
    self->looked_at = 0;
    if (self->next_look != 0 && !may_poll(op)) rt::forget_looks(self);
    last_step_ = {wire::RecordKind::kStep, op, static_cast<std::uint16_t>(t), value, 0};
    rt::repeats = trail.chance(settings_.proofs);
    trail.add("thread", t, name_of(op), value, "at", pc, rt::repeats ? "repeats" : "");
    return self;
  }

  // As a step of some kind; whether it is a yield.
  Yield perform(std::uint32_t t) {
    paused_ = trail.chance(settings_.pauses);
    if (paused_) return pause(t);
    if (trail.chance(settings_.looks)) return look(t);
    static constexpr OpKind kOthers[] = {OpKind::kStore, OpKind::kLock, OpKind::kUnlock, OpKind::kSemPost,
                                         OpKind::kCas};
    const OpKind op = kOthers[trail.below(5)];
    Fiber* self = begin_step(t, op, 1, 40);
    yields_.forget_looks(t);
    if (op == OpKind::kCas) rt::forget_looks(self);  // it has changed something
    const bool gives_back = op == OpKind::kUnlock || op == OpKind::kSemPost;
    return gives_back ? yields_.of_look(t, false, rt::repeats) : Yield::kNone;
  }

  Yield pause(std::uint32_t t) {
    static constexpr std::pair<OpKind, std::uint32_t> kPauses[] = {
        {OpKind::kYield, 0}, {OpKind::kSleep, 0}, {OpKind::kTryLock, 0}, {OpKind::kTimedLock, 1}};
    const auto [op, value] = kPauses[trail.below(4)];
    const std::uintptr_t pc = 1 + trail.below(4);
    begin_step(t, op, value, pc);
    return yields_.of_pause(t, pc, rt::repeats);
  }

  Yield look(std::uint32_t t) {
    const std::uintptr_t pc = 10 + trail.below(2);
    const std::uint64_t value = trail.below(2);
    begin_step(t, OpKind::kLoad, 0, pc);
    rt::note_look(pc, &channel_, value);
    yields_.look(t, pc, value);
    return yields_.of_look(t, true, rt::repeats);
  }

  void change_enabled() {
    if (rt::fibers.size() < settings_.threads && trail.chance(30)) {
      create();
      rt::fibers.back()->enabled = true;
    }
    for (auto& fiber : rt::fibers) {
      if (fiber->finished || !trail.chance(settings_.changes)) continue;
      fiber->enabled = trail.chance(50);
      trail.add("  enabled", fiber->id, fiber->enabled);
    }
  }

  void remember_proofs(std::uint32_t t, Yield yield, bool added) {
    if (added && yield == Yield::kUnproven) unproven_[t] = true;
    for (auto& [u, after] : printed_.P)
      if (after.none()) unproven_[u] = false;
  }

  void compare() {
    const Threads now = enabled(), may = printed_.may_run(now);
    std::set<std::uintptr_t> noted;
    for (const auto& fiber : rt::fibers) {
      ASSERT_EQ(may_run(fiber.get()), may[fiber->id]) << "thread " << fiber->id << "\n" << trail.text();
      if (unproven_[fiber->id] && (printed_.P[fiber->id] & now).any()) noted.insert(fiber->step_pc);
    }
    ASSERT_EQ(rt::unproven, noted) << trail.text();
  }

  Settings settings_;
  ModelYields yields_;
  AsPrinted printed_;
  std::map<std::uint32_t, bool> unproven_;
  wire::Channel channel_;
  wire::Record last_step_;
  bool paused_ = false;  // the last step says that its thread makes no progress
};

void run(std::uint32_t seed, const Settings& settings) {
  FairRun run(seed, settings);
  for (std::uint32_t n = 0; n < settings.steps && !testing::Test::HasFailure(); ++n)
    if (!run.step()) return;
}

TEST(RuntimeFairness, LetsThreadsRunThatTheAlgorithmLetsRun) {
  for (std::uint32_t seed = 1; seed <= 300 && !HasFailure(); ++seed) {
    Settings settings;
    settings.threads = 2 + seed % 4;
    settings.fair = 1 + seed % 3;
    settings.fair_after = 1 + seed % 5;
    settings.changes = seed % 2 == 0 ? 5 : 20;
    run(seed, settings);
  }
}

TEST(RuntimeFairness, TakesThePapersYieldsWhereSpinsAreNone) {
  for (std::uint32_t seed = 1; seed <= 100 && !HasFailure(); ++seed) {
    Settings settings;
    settings.spin_yield = 0;
    settings.changes = 5;
    run(seed, settings);
  }
}

TEST(RuntimeFairness, HoldsNoThreadBackWhereItIsOff) {
  for (std::uint32_t seed = 1; seed <= 30 && !HasFailure(); ++seed) {
    Settings settings;
    settings.fair = 0;
    run(seed, settings);
  }
}

TEST(RuntimeFairness, KnowsMoreThreadsThanAWordHasBits) {
  for (std::uint32_t seed = 1; seed <= 3 && !HasFailure(); ++seed) {
    Settings settings;
    settings.threads = 150;
    settings.steps = 700;
    settings.changes = 2;
    run(seed, settings);
  }
}

// A loop that changes something in every round gets sixteen times as many.
TEST(RuntimeFairness, CountsLooksOfALoopThatChangesSomething) {
  for (std::uint32_t seed = 1; seed <= 10 && !HasFailure(); ++seed) {
    Settings settings;
    settings.fair_after = 1;
    settings.steps = 400;
    settings.pauses = settings.proofs = 0;
    settings.looks = 50;
    settings.changes = 1;
    run(seed, settings);
  }
}

}  // namespace
}  // namespace stalemate::test

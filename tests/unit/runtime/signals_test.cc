// Signals among three threads against a model: masks, pending sets, dispositions, who is woken or
// interrupted, and which handlers run in which order. The kernel runs the handlers of the test itself. The
// test takes the place of the scheduler: it switches where it likes.
#include "runtime/process/signals.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "runtime/core/ending.h"
#include "runtime/core/fiber.h"
#include "runtime/core/state.h"
#include "runtime/io/io_wait.h"
#include "runtime/isolation/kernel_state.h"
#include "runtime/log/ledger.h"
#include "runtime/platform/originals.h"
#include "runtime/scheduler/scheduler.h"
#include "trail.h"

namespace stalemate::test {

struct Ended {
  int signal;
};

namespace {
std::uint32_t choice = 0, alternatives = 0;  // of the last data choice
std::uint32_t from_outside = 0;
}  // namespace

}  // namespace stalemate::test

namespace stalemate::rt {

State g;

namespace {
Fiber* first = nullptr;
}

Fiber* first_fiber() { return first; }
const RealFunctions& real() {
  static const RealFunctions functions = [] {
    RealFunctions found = {};
    found.sigaction = ::sigaction;
    return found;
  }();
  return functions;
}
void override_enabled(Fiber* fiber, bool enabled, bool timed) {
  fiber->enabled = enabled;
  fiber->timed = timed;
}
std::uint32_t choose_value(std::uint32_t n, OpKind) {
  test::alternatives = n;
  return test::choice % n;
}
void end_execution(const Ending& ending) { throw test::Ended{ending.signal}; }
void note_uncontrolled(wire::Uncontrolled what, std::uintptr_t, const char*) {
  test::from_outside += what == wire::Uncontrolled::kSignal ? 1 : 0;
}
void touch_signal(int) {}
void catch_crash(int) {}
bool watches_code() { return false; }
void io_changed() {}
void announce_cancelled(Fiber*) {}
void log_stored() {}
void take_call_stack(Fiber*, std::uintptr_t) {}

}  // namespace stalemate::rt

namespace stalemate::test {
namespace {

using rt::bit_of;
using rt::Fiber;
using rt::g;
using rt::SignalSet;

constexpr std::uint32_t kThreads = 3;
constexpr int kSignals[] = {SIGHUP, SIGUSR1, SIGUSR2, SIGURG};  // the last is ignored by default
constexpr std::uint32_t kCount = 4;

using Signals = std::set<int>;

struct Call {
  std::uint32_t thread;
  int signal;
  friend bool operator==(const Call&, const Call&) = default;
};
std::vector<Call> calls;  // of handlers

void on_call(int signal) { calls.push_back({g.current->id, signal}); }

enum class Does { kDefault, kIgnores, kHandles, kHandlesOnce };

SignalSet bits_of(const Signals& signals) {
  SignalSet bits = 0;
  for (const int signal : signals) bits |= bit_of(signal);
  return bits;
}

struct ModelThread {
  Signals mask, pending, awaited;
  OpKind op = OpKind::kLock;
  bool enabled = false, suspended = false, finished = false;
  bool set_aside = false, aside_enabled = false;
  OpKind aside_op = OpKind::kNone;
};

// POSIX, and signals.h.
class Model {
 public:
  Does disposition(int signal) const {
    return dispositions.contains(signal) ? dispositions.at(signal) : Does::kDefault;
  }
  bool handles(int signal) const {
    return disposition(signal) == Does::kHandles || disposition(signal) == Does::kHandlesOnce;
  }
  bool ignores(int signal) const {
    return disposition(signal) == Does::kIgnores ||
           (disposition(signal) == Does::kDefault && signal == SIGURG);
  }

  void deliver(int signal) {
    if (ignores(signal)) return;
    if (!handles(signal)) throw Ended{signal};
    expected.push_back({current, signal});
    if (disposition(signal) == Does::kHandlesOnce) dispositions[signal] = Does::kDefault;
  }

  // The lowest first, the thread's own before the process's.
  int take(const Signals& of) {
    ModelThread& self = threads[current];
    for (const int signal : of) {
      if (self.pending.erase(signal) != 0) return signal;
      if (process_pending.erase(signal) != 0) return signal;
    }
    return 0;
  }
  void deliver_unblocked() {
    for (;;) {
      Signals open;
      for (const int signal : kSignals)
        if (!threads[current].mask.contains(signal)) open.insert(signal);
      const int signal = take(open);
      if (signal == 0) return;
      deliver(signal);
    }
  }

  bool can_take(const ModelThread& t, int signal) const {
    return !t.finished && (t.awaited.contains(signal) || !t.mask.contains(signal));
  }
  bool is_awaited(int signal) const {
    for (const ModelThread& t : threads)
      if (t.awaited.contains(signal)) return true;
    return false;
  }

  void wake(ModelThread& t, int signal) {
    if (t.awaited.contains(signal) || t.suspended || t.op == OpKind::kSleep) {
      t.enabled = true;
    } else if (t.op != OpKind::kStart && !t.set_aside) {
      t.set_aside = true;
      t.aside_op = t.op;
      t.aside_enabled = t.enabled;
      t.op = OpKind::kHandler;
      t.enabled = true;
    }
  }

  void post(std::uint32_t to, int signal) {
    ModelThread& t = threads[to];
    const bool waits_for_it = t.awaited.contains(signal), blocked = t.mask.contains(signal);
    if (!blocked && !waits_for_it) {
      if (ignores(signal)) return;
      if (to == current || !handles(signal)) return deliver(signal);
    }
    t.pending.insert(signal);
    if (to != current && (!blocked || waits_for_it)) wake(t, signal);
  }

  // Which one is chosen matters if a handler runs, or a thread waits.
  std::uint32_t post_to_process(int signal, std::uint32_t choice) {
    std::vector<std::uint32_t> takers;
    for (std::uint32_t t = 0; t < kThreads; ++t)
      if (can_take(threads[t], signal)) takers.push_back(t);
    if (takers.empty()) {
      process_pending.insert(signal);
      return 0;
    }
    const bool chosen = takers.size() > 1 && (handles(signal) || is_awaited(signal));
    post(takers[chosen ? choice % takers.size() : 0], signal);
    return chosen ? static_cast<std::uint32_t>(takers.size()) : 0;
  }

  std::optional<std::uint32_t> post_parked(int signal) {
    for (std::uint32_t t = 0; t < kThreads; ++t) {
      if (!can_take(threads[t], signal)) continue;
      const bool waits_for_it = threads[t].awaited.contains(signal);
      if (!waits_for_it && ignores(signal)) return std::nullopt;
      if (!waits_for_it && !handles(signal)) throw Ended{signal};
      threads[t].pending.insert(signal);
      wake(threads[t], signal);
      return t;
    }
    process_pending.insert(signal);
    return std::nullopt;
  }
  bool may_post_parked(int signal) const {
    if (handles(signal) || ignores(signal) || is_awaited(signal)) return true;
    for (const ModelThread& t : threads)
      if (t.suspended || t.mask.contains(signal)) return true;
    return false;
  }

  void run_interruption() {
    ModelThread& self = threads[current];
    deliver_unblocked();
    self.set_aside = false;
    self.op = self.aside_op;
    self.enabled = self.aside_enabled;
  }

  ModelThread threads[kThreads];
  std::uint32_t current = 0;
  Signals process_pending;
  std::map<int, Does> dispositions;
  std::vector<Call> expected;
};

class Program {
 public:
  explicit Program(std::uint32_t seed) : trail(seed) {
    g = rt::State{};
    for (std::uint32_t t = 0; t < kThreads; ++t) {
      fibers_[t].id = t;
      fibers_[t].op = OpKind::kLock;
      if (t + 1 < kThreads) fibers_[t].path_next = &fibers_[t + 1];
    }
    rt::first = g.current = &fibers_[0];
    for (const int signal : kSignals) {
      set_disposition(signal, Does::kHandles);
      model_.dispositions[signal] = Does::kHandles;
    }
    rt::renew_signals();
    rt::use_signals();
    g.active = true;
    calls.clear();
  }
  ~Program() {
    g.active = false;
    sigset_t none;
    sigemptyset(&none);
    for (const int signal : kSignals) set_disposition(signal, Does::kIgnores);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    for (const int signal : kSignals) set_disposition(signal, Does::kDefault);
    rt::first = g.current = nullptr;
  }

  // False: the execution has ended.
  bool perform() {
    std::optional<int> expected_end, end;
    const std::uint32_t kind = trail.below(14);
    const int signal = kSignals[trail.below(kCount)];
    const std::uint32_t thread = trail.below(kThreads);
    const std::uint32_t state = trail.below(1u << 20);
    trail.add("kind", kind, "signal", signal, "thread", thread, "state", state, "current", model_.current);
    choice = trail.below(12);
    try {
      model_step(kind, signal, thread, state);
    } catch (const Ended& ended) {
      expected_end = ended.signal;
    }
    try {
      runtime_step(kind, signal, thread, state);
    } catch (const Ended& ended) {
      end = ended.signal;
    }
    EXPECT_EQ(end, expected_end) << trail.text();
    EXPECT_EQ(calls, model_.expected) << trail.text();
    if (!end.has_value()) compare();
    return !end.has_value() && !testing::Test::HasFailure();
  }

  Trail trail;

 private:
  static Signals some(std::uint32_t bits) {
    Signals signals;
    for (std::uint32_t n = 0; n < kCount; ++n)
      if ((bits >> n & 1) != 0) signals.insert(kSignals[n]);
    return signals;
  }
  static Does some_disposition(std::uint32_t state) {
    static constexpr Does kAll[] = {Does::kHandles,     Does::kHandles, Does::kHandles,
                                    Does::kHandlesOnce, Does::kIgnores, Does::kDefault};
    return kAll[state % 6];
  }

  static void set_disposition(int signal, Does does) {
    struct sigaction& action = rt::program_action(signal);
    action = {};
    action.sa_handler = does == Does::kDefault ? SIG_DFL : does == Does::kIgnores ? SIG_IGN : on_call;
    action.sa_flags = does == Does::kHandlesOnce ? static_cast<int>(SA_RESETHAND) : 0;
    rt::install_action(signal);
  }

  // A parked thread comes to wait in another way.
  static bool may_change(const ModelThread& t) { return !t.set_aside && !t.finished; }

  void model_step(std::uint32_t kind, int signal, std::uint32_t thread, std::uint32_t state) {
    ModelThread& other = model_.threads[thread];
    model_alternatives_ = 0;
    switch (kind) {
      case 0:
      case 1: model_.dispositions[signal] = some_disposition(state); break;
      case 2:
      case 3:
        model_.threads[model_.current].mask = some(state);
        model_.deliver_unblocked();
        break;
      case 4:
      case 5:
      case 6: model_.post(thread, signal); break;
      case 7:
      case 8: model_alternatives_ = model_.post_to_process(signal, choice); break;
      case 9: model_taken_ = model_.take(some(state)); break;
      case 10:
      case 11:
        if (other.finished) break;
        model_.current = thread;
        if (other.set_aside) model_.run_interruption();
        other.awaited.clear();
        other.suspended = false;
        break;
      case 12:
        if (thread == model_.current || !may_change(other)) break;
        other.awaited = state % 3 == 0 ? some(state >> 4) : Signals{};
        other.suspended = state % 3 == 1;
        other.op = state % 5 == 0 ? OpKind::kSleep : state % 5 == 1 ? OpKind::kStart : OpKind::kLock;
        other.enabled = state % 2 == 0;
        break;
      default: model_parked_ = model_.post_parked(signal); break;
    }
  }

  void runtime_step(std::uint32_t kind, int signal, std::uint32_t thread, std::uint32_t state) {
    Fiber& other = fibers_[thread];
    alternatives = 0;
    switch (kind) {
      case 0:
      case 1: set_disposition(signal, some_disposition(state)); break;
      case 2:
      case 3: rt::set_mask(bits_of(some(state))); break;
      case 4:
      case 5:
      case 6: rt::post(&other, signal); break;
      case 7:
      case 8:
        rt::post_to_process(signal);
        EXPECT_EQ(alternatives, model_alternatives_) << trail.text();
        break;
      case 9: EXPECT_EQ(rt::take_pending(bits_of(some(state))), model_taken_) << trail.text(); break;
      case 10:
      case 11:
        if (other.finished) break;
        if (&other != g.current) rt::exchange_masks(g.current, &other);
        g.current = &other;
        if (other.set_aside) rt::run_interruption();
        other.awaited = 0;
        other.suspended = false;
        break;
      case 12:
        if (&other == g.current || other.set_aside || other.finished) break;
        other.awaited = state % 3 == 0 ? bits_of(some(state >> 4)) : 0;
        other.suspended = state % 3 == 1;
        other.op = state % 5 == 0 ? OpKind::kSleep : state % 5 == 1 ? OpKind::kStart : OpKind::kLock;
        other.enabled = state % 2 == 0;
        break;
      default: {
        const Fiber* taker = rt::post_parked(signal);
        EXPECT_EQ(taker, model_parked_ ? &fibers_[*model_parked_] : nullptr) << trail.text();
      }
    }
  }

  void compare() {
    for (std::uint32_t t = 0; t < kThreads; ++t) {
      const ModelThread& model = model_.threads[t];
      const Fiber& fiber = fibers_[t];
      ASSERT_EQ(rt::mask_of(&fiber) & bits_of(some(15)), bits_of(model.mask)) << t << trail.text();
      ASSERT_EQ(fiber.pending, bits_of(model.pending)) << t << trail.text();
      ASSERT_EQ(fiber.set_aside, model.set_aside) << t << trail.text();
      ASSERT_EQ(fiber.op, model.op) << t << trail.text();
      ASSERT_EQ(fiber.enabled, model.enabled) << t << trail.text();
    }
    const SignalSet own = bits_of(model_.threads[model_.current].pending);
    ASSERT_EQ(rt::pending_signals(), own | bits_of(model_.process_pending)) << trail.text();
    for (const int signal : kSignals) {
      ASSERT_EQ(rt::has_handler(signal), model_.handles(signal)) << signal << trail.text();
      ASSERT_EQ(rt::may_post_parked(signal), model_.may_post_parked(signal)) << signal << trail.text();
    }
  }

  Model model_;
  Fiber fibers_[kThreads];
  std::uint32_t model_alternatives_ = 0;
  int model_taken_ = 0;
  std::optional<std::uint32_t> model_parked_;
};

TEST(Signals, DoWhatAModelOfMasksAndPendingSetsSays) {
  std::size_t handled = 0;
  for (std::uint32_t seed = 1; seed <= 400 && !HasFailure(); ++seed) {
    Program program(seed);
    for (std::uint32_t n = 0; n < 60 && program.perform(); ++n) continue;
    handled += calls.size();
  }
  EXPECT_GT(handled, 400u) << "hardly any handler has run";
}

// At a moment that was not chosen: it waits until the running thread's next step, and the ledger says so.
TEST(Signals, FromOutsideWaitForTheNextStep) {
  rt::State state;
  g = state;
  Fiber fiber;
  fiber.op = OpKind::kLock;
  rt::first = g.current = &fiber;
  rt::renew_signals();
  rt::use_signals();
  struct sigaction& action = rt::program_action(SIGUSR1);
  action = {};
  action.sa_handler = on_call;
  rt::install_action(SIGUSR1);
  g.active = true;
  calls.clear();
  from_outside = 0;
  kill(getpid(), SIGUSR1);
  EXPECT_TRUE(calls.empty());
  EXPECT_FALSE(fiber.set_aside);
  rt::accept_outside_signals();
  EXPECT_TRUE(fiber.set_aside);
  EXPECT_EQ(fiber.op, OpKind::kHandler);
  EXPECT_EQ(from_outside, 1u);
  rt::run_interruption();
  EXPECT_EQ(calls, (std::vector<Call>{{0, SIGUSR1}}));
  EXPECT_EQ(fiber.op, OpKind::kLock);
  EXPECT_FALSE(fiber.set_aside);
  g.active = false;
  action = {};
  rt::install_action(SIGUSR1);
  rt::first = g.current = nullptr;
}

}  // namespace
}  // namespace stalemate::test

// The happens-before graph of an execution (third paper, sections 2 and 3.3) as it grows and shrinks along a
// depth-first search, and every prefix of it: effect and enabledness of each thread's next action as a pure
// function of the prefix, whether it was ever run or not.
//
// An action is a step of a thread or a data choice of a step (S5). The paper's m-th write becomes an epoch:
// the accesses of a variable in the same commuting way (model/dependence.h) share one, any other begins the
// next. An action's identity is the hash of its thread, its number in it, its operation, its object and its
// epochs; a graph's is the XOR of those, so that it is the same for every order in which the graph can be
// run.
//
// A data choice follows its step at once: no other thread can act before it. An action that ends the
// execution comes after all others.
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/bytes.h"
#include "base/hash128.h"
#include "explore/graph/await_table.h"
#include "explore/graph/numbering.h"
#include "model/operations.h"

namespace stalemate {

using ThreadSet = std::uint64_t;
constexpr ThreadSet only(std::uint32_t thread) { return ThreadSet{1} << thread; }

// What a thread does next, as far as it is known in advance.
struct Announced {
  enum class Kind : std::uint8_t {
    kUnknown,
    kStep,
    kChoice,
    kFinished,  // it has ended
    kEnded,     // its last action ended the execution
  };
  Kind kind = Kind::kUnknown;
  OpKind op = OpKind::kNone;  // of a choice: the step that it is part of, or kNone
  bool timed = false;         // a wait that has a deadline
  bool again = false;         // a lock that the thread already holds, and may lock again
  std::uint32_t alternatives = 0;
  std::uint64_t object = 0;
  std::uint64_t other = 0;  // the mutex of a condition wait
};

// The effect of an announced action.
struct StepEffect {
  StepResult result = StepResult::kSucceeded;
  std::uint32_t chosen = 0;
  std::uint32_t value = 0;              // a semaphore's count afterwards
  ThreadSet wakes = 0;                  // whose waits it ends
  bool creates = false;                 // a thread
  std::uint64_t before = 0, after = 0;  // of a memory access: the values there, hashed; 0: unknown
  Announced next;                       // of the same thread
};

void save(ByteSink& sink, const Announced& announced);
Announced load_announced(ByteSource& source);
void save(ByteSink& sink, const StepEffect& effect);
StepEffect load_effect(ByteSource& source);

// An access of a variable by an action.
struct Use {
  std::uint32_t variable = 0;
  std::uint32_t epoch = 0;
  Access access = Access::kShared;
};

// The identity of an action: the same in every order in which its graph can be run. `path`: of its thread,
// hashed; `number`: among the actions of its thread.
Hash128 action_id(Hash128 path, std::uint32_t number, const Announced& step, std::uint32_t chosen,
                  const Use* uses, int count);
// The part of it that does not depend on other threads.
Mixer128 mixed_step(Hash128 path, std::uint32_t number, const Announced& step);
// The epoch of an access that follows one of epoch `epoch`; the first is 1.
constexpr std::uint32_t epoch_after(std::uint32_t epoch, Access last, Access access) {
  const bool joins = epoch != 0 && access != Access::kExclusive && last == access;
  return epoch + (joins ? 0 : 1);
}
// A step with a choice after it is assumed to change all that it can change.
constexpr StepResult counts_as(const StepEffect& effect) {
  const bool chooses = effect.next.kind == Announced::Kind::kChoice && effect.next.op != OpKind::kNone;
  return chooses ? StepResult::kSucceeded : effect.result;
}

enum class Able : std::uint8_t {
  kNo,
  kTimed,  // only by its timeout: leaving it is not a preemption (S3)
  kYes,
};

// How many actions of each thread belong to it. Must be closed under happens-before.
struct Prefix {
  std::uint16_t count[Numbering::kMostThreads] = {};
};

struct Action {
  static constexpr std::uint32_t kNone = 0xffffffffu;
  Hash128 id;
  Hash128 upto;  // of all actions of the thread so far
  Hash128 key;   // of its past and itself: what follows in its thread is a function of it
  std::uint64_t object = 0;
  std::uint32_t value = 0;
  std::uint32_t waker = kNone;  // the action that ended the wait which this one began
  std::uint32_t depth = 0;      // how often its mutex is held afterwards
  std::uint16_t thread = 0, number = 0;
  std::uint16_t child = 0;  // the thread that it created; 0: none
  OpKind op = OpKind::kNone;
  bool choice = false;
  StepResult result = StepResult::kSucceeded;
  std::uint8_t uses = 0;
  Use use[Touches::kMost + 1];  // the last: a thread's end
  std::uint32_t chosen = 0;
  ThreadSet wakes = 0;
  std::uint64_t before = 0, after = 0;
  Announced next;
};

class HappensBefore {
 public:
  explicit HappensBefore(Numbering& names) : numbering_(names) { clear(); }

  // Only main exists.
  void clear();
  // A thread that exists from the start.
  void add_thread(std::uint32_t thread);
  // A semaphore's count before its first use.
  void set_semaphore(std::uint64_t semaphore, std::uint32_t count);
  // The step that the thread announced after so many actions is silent with these values.
  void add_await(std::uint32_t thread, std::uint32_t actions, std::span<const AwaitTable::Value> values);
  // The same step is a compare-and-swap that expects this value, hashed.
  void set_expected(std::uint32_t thread, std::uint32_t actions, std::uint64_t value);
  // 0: unknown.
  std::uint64_t expected(std::uint32_t thread, std::uint32_t actions) const;
  // The value of a variable before its first access, hashed.
  void set_initial_value(std::uint32_t variable, std::uint64_t value);
  // Some step is: which threads can act depends on values.
  bool has_awaits() const { return !awaits_.empty(); }
  // Of the thread's announced step after so many actions.
  std::span<const AwaitTable::Silent> awaits(std::uint32_t thread, std::uint32_t actions) const;
  // What a thread without actions does first.
  void set_first(std::uint32_t thread, const Announced& first);

  // An access of a variable, in its history.
  struct Past {
    std::uint32_t action = 0;
    std::uint32_t epoch = 0;
    std::uint16_t thread = 0, number = 0;
    Access access = Access::kShared;
  };

  // ---- growing and shrinking
  struct Probe {
    bool possible = false;
    Hash128 id, key;
  };
  // The thread's announced action, if it had this result at the prefix.
  Probe probe(const Prefix& x, std::uint32_t thread, StepResult result, std::uint32_t chosen);
  // Pushing the last probed action, at the whole graph, costs less.
  // Whether the thread's announced action may have this result; to be called before push() of logged effects.
  bool may_go(std::uint32_t thread, const StepEffect& effect) const;
  void push(std::uint32_t thread, const StepEffect& effect);
  void pop();

  // ---- the whole graph
  std::uint32_t size() const { return static_cast<std::uint32_t>(actions_.size()); }
  const Action& action(std::uint32_t index) const { return actions_[index]; }
  const Prefix& whole() const { return whole_; }
  Hash128 hash() const { return hash_; }
  std::uint32_t threads() const { return limit_; }  // their numbers are below it
  bool is_initial(std::uint32_t thread) const {
    return threads_[thread].exists && threads_[thread].born == Action::kNone;
  }
  // A thread was created that has no number: this graph is invalid.
  bool has_too_many_threads() const { return too_many_; }
  // The key of a thread that has not acted yet.
  Hash128 first_key(std::uint32_t thread) const;

  // Whether the first, which was pushed before the second, is in its past. An action is not in its own past.
  bool precedes(std::uint32_t first, std::uint32_t second) const {
    return clock(second)[actions_[first].thread] > actions_[first].number;
  }
  static constexpr std::uint32_t kNobody = Action::kNone;
  // The action before the thread's n-th: its previous one, or its creation; kNobody: there is none.
  std::uint32_t action_before(std::uint32_t thread, std::uint32_t number) const {
    return number == 0 ? threads_[thread].born : threads_[thread].actions[number - 1];
  }
  // What the thread's n-th action was announced as.
  const Announced& announced_before(std::uint32_t thread, std::uint32_t number) const {
    return threads_[thread].upcoming[number].step;
  }
  // The action that ended the wait before the thread's n-th action; kNobody: there is none.
  std::uint32_t waker_before(std::uint32_t thread, std::uint32_t number) const;
  // The accesses of a variable, in order.
  std::span<const Past> accesses(std::uint32_t variable) const {
    if (variable >= histories_.size()) return {};
    return histories_[variable];
  }

  // ---- at a prefix
  const Announced* announced(const Prefix& x, std::uint32_t thread) const;  // nullptr: not created yet
  // The thread that must choose a value before any thread acts; Names::kNoName: there is none.
  std::uint32_t chooser(const Prefix& x) const;
  Able able(const Prefix& x, std::uint32_t thread) const;
  // The threads that can act; `timed`: those that can act only by their timeouts.
  ThreadSet enabled(const Prefix& x, ThreadSet& timed) const;
  // The threads whose last action may have been the last of all (the paper's F).
  ThreadSet frontier(const Prefix& x) const;
  // The id of the thread's last action.
  Hash128 last_id(const Prefix& x, std::uint32_t thread) const {
    return actions_[threads_[thread].actions[x.count[thread] - 1]].id;
  }
  // The result of the thread's next step there, if it follows from the prefix: not if it depends on a value
  // in memory. The thread must be able to act.
  std::optional<StepResult> result_at(const Prefix& x, std::uint32_t thread) const;
  // The ids that the thread's next action can have there; only one is true. A chooser's for value `chosen`.
  int next_ids(const Prefix& x, std::uint32_t thread, std::uint32_t chosen, Hash128 ids[2]) const;

  // ---- all of it, into a new graph with the same names
  void save(ByteSink& sink) const;
  // False: the input is invalid.
  bool load(ByteSource& source);

 private:
  // What a thread does next after a number of actions, with what follows from that alone.
  struct Upcoming {
    Announced step;
    Mixer128 mixed;  // see mixed_step()
    Hash128 done;    // of all actions of the thread before
    // Numbers of the object's variables, by space, and of the other object; kNoName: not computed yet.
    mutable std::uint32_t variables[kSpaces + 1];
  };
  struct Thread {
    std::vector<std::uint32_t> actions;
    std::vector<Upcoming> upcoming;                  // one more than actions
    std::uint32_t born = Action::kNone;              // the action that created it
    std::uint16_t parent = 0, number_of_parent = 0;  // that action's thread and number
    std::uint32_t children = 0;
    bool exists = false;
  };
  struct Uses {
    int count = 0;
    Use use[Touches::kMost + 1];
  };
  // An action as computed before it is pushed; joined_ is its past.
  struct Probed {
    std::uint64_t version = 0;  // of the graph; 0: none
    std::uint32_t thread = 0, chosen = 0;
    StepResult result = StepResult::kSucceeded;
    Uses uses;
    Hash128 id, key;
  };
  using History = std::vector<Past>;

  static bool includes(const Prefix& x, const Past& past) { return x.count[past.thread] > past.number; }
  bool includes(const Prefix& x, std::uint32_t action) const {
    return x.count[actions_[action].thread] > actions_[action].number;
  }
  bool is_there(const Prefix& x, const Thread& t) const {
    return t.exists && (t.born == Action::kNone || x.count[t.parent] > t.number_of_parent);
  }
  bool may_choose() const { return choosing_ != 0 || chooses_first_; }
  // Counts of several threads are compared at once.
  using Lanes [[gnu::vector_size(16)]] = std::uint16_t;
  static constexpr std::uint32_t kLanes = sizeof(Lanes) / sizeof(std::uint16_t);
  std::uint32_t blocks() const { return (limit_ + kLanes - 1) / kLanes; }
  static Lanes lanes(const std::uint16_t* counts, std::uint32_t block) {
    Lanes some;
    std::memcpy(&some, counts + block * kLanes, sizeof some);
    return some;
  }

  std::uint16_t* clock(std::uint32_t action) {
    return &clocks_[std::size_t{action} * Numbering::kMostThreads];
  }
  const std::uint16_t* clock(std::uint32_t action) const {
    return &clocks_[std::size_t{action} * Numbering::kMostThreads];
  }
  void fill(Upcoming& upcoming, std::uint32_t thread, std::uint32_t number, const Announced& step) const;
  std::uint32_t variable_of(const Upcoming& next, Space space, bool other = false) const;
  History& history(std::uint32_t variable);

  Able able(const Prefix& x, std::uint32_t thread, const Upcoming& next) const;
  bool is_possible(const Prefix& x, std::uint32_t thread, const Announced& step, StepResult result) const;
  Uses uses_of(const Prefix& x, const Upcoming& next, StepResult result) const;
  std::uint32_t epoch_at(const Prefix& x, std::uint32_t variable, Access access) const;
  static Hash128 id_of(const Upcoming& next, const Uses& uses, std::uint32_t chosen);
  // The step that the thread's wait began with.
  const Action* wait_of(const Prefix& x, std::uint32_t thread) const;
  bool woken(const Prefix& x, std::uint32_t thread) const;
  bool finished(const Prefix& x, std::uint32_t thread) const;
  const Past* last_change(const Prefix& x, std::uint32_t variable) const;
  bool mutex_is_free(const Prefix& x, std::uint32_t mutex, std::uint32_t thread, bool again) const;
  bool semaphore_is_positive(const Prefix& x, const Upcoming& next) const;
  bool has_writer(const Prefix& x, const Upcoming& next) const;
  bool has_readers(const Prefix& x, const Upcoming& next) const;
  bool has_sleepers(const Prefix& x, OpKind leaves, std::uint64_t object) const;
  std::uint64_t value_at(const Prefix& x, std::uint32_t variable) const;
  bool is_silent(const Prefix& x, std::uint32_t thread) const;

  void look_at(const Prefix& x, std::uint32_t thread, const Upcoming& next, StepResult result,
               std::uint32_t chosen);
  void change_mutex(Action& action, const Upcoming& next) const;
  void end_thread(std::uint32_t thread, Uses& uses);
  void spawn_child(std::uint32_t index);
  void bind_choice(std::uint32_t thread, std::uint16_t count);
  std::uint32_t& waker_of(std::uint32_t thread);
  void join_past(const Prefix& x, std::uint32_t thread, const Announced& step, StepResult result,
                 const Uses& uses);
  void begin_with(std::uint32_t action) { std::memcpy(joined_, clock(action), sizeof joined_); }
  void join(std::uint32_t action);
  void join_conflicts(const Prefix& x, const Use& use);
  Hash128 past_hash() const;

  Numbering& numbering_;
  std::vector<Action> actions_;
  std::vector<std::uint16_t> clocks_;  // for each action, how many of each thread are in its past or itself
  std::vector<Thread> threads_;
  std::vector<History> histories_;         // of each variable: its accesses in order
  std::vector<std::uint32_t> semaphores_;  // by variable: the count at first
  AwaitTable awaits_;
  std::unordered_map<std::uint32_t, std::uint64_t>
      initial_values_;  // of variables that threads await; 0: it varies
  Prefix whole_;
  Hash128 hash_;
  std::uint64_t version_ = 1;  // grows with every change
  Probed probed_;
  std::uint32_t limit_ = 1;
  std::uint32_t choosing_ = 0;  // actions after which their thread chooses a value
  bool chooses_first_ = false;  // a thread chooses before anything else
  bool too_many_ = false;
  std::uint16_t joined_[Numbering::kMostThreads] = {};  // the clock being computed
};

}  // namespace stalemate

// A transition system small enough to be enumerated, and a worker for it: threads are lists of operations on
// variables, locks and whatever else threads wait for, with creation, joins, data choices, branches and
// failures. It runs a work item exactly as the worker of a real program would, and writes a real log, with
// what wire::Config::effects asks for. Paths and enabled sets are computed in the plainest way, without any
// code of the explorer.
//
// Programs for reduction branch on registers only (kPick, kUnless): what a thread does next is then a
// function of the happens-before graph (S7).
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "explore/engine/work_item.h"
#include "model/log/log_view.h"
#include "model/operations.h"

namespace stalemate::toy {

struct Op {
  enum Kind {
    kAdd,         // step: variable a += b
    kLock,        // step: mutex a
    kUnlock,      // step: mutex a
    kCreate,      // step: a thread with body a
    kJoin,        // step: the a-th child of this thread; nothing if there is none
    kTimed,       // step: a timed wait that times out
    kCrash,       // step: the process dies
    kExit,        // step: the process ends
    kChoose,      // local: variable a = choose(b)
    kSkipUnless,  // local: skip c operations unless variable a is b (mod 3)
    // For reduction: registers are the thread's own.
    kPick,     // local: register a = choose(b)
    kUnless,   // local: skip c operations unless register a is b
    kFailIf,   // local: an assertion fails if register a is b
    kLoad,     // register b = variable a
    kStore,    // variable a = b
    kCopy,     // variable a = register b + c
    kFetch,    // register c = variable a; variable a += b
    kCas,      // register d = variable a is b; if so, variable a = c
    kTryLock,  // here and below: register b = whether it was had
    kTimedLock,
    kWait,       // condition variable a, mutex b; two steps
    kTimedWait,  // the same; register c = whether it timed out
    kSignal,
    kBroadcast,
    kReadLock,
    kWriteLock,
    kTryReadLock,
    kTryWriteLock,
    kTimedReadLock,
    kTimedWriteLock,
    kReadUnlock,
    kWriteUnlock,
    kSemWait,
    kSemTryWait,
    kSemTimedWait,
    kSemPost,
    kBarrier,  // two steps, one for the last to arrive
    kTryJoin,  // as kJoin; register b = whether it has finished
    kTimedJoin,
    kYield,
    kSleep,
    kOnce,            // once control a: unless it is this thread's to run, skip b operations
    kOnceDone,        // the last of them
    kFutexWait,       // if variable a is b: sleep, the second step
    kTimedFutexWait,  // the same; register c = whether it timed out
    kFutexWake,       // b of those who sleep on variable a
  };
  Kind kind = kAdd;
  int a = 0, b = 0, c = 0, d = 0;
};

using Body = std::vector<Op>;

struct Program {
  std::vector<Body> bodies;          // a body creates only later ones; main runs bodies[0]
  int initial = 1;                   // threads that exist from the start, running bodies[0], bodies[1], …
  bool starts = true;                // a created thread takes a start step
  bool strict = false;               // to release what one does not hold is a failure, not nothing
  std::vector<int> semaphores = {};  // initial counts; 0 beyond
  std::vector<int> barriers = {};    // how many shall arrive; 2 beyond
  std::vector<int> recursive = {};   // mutexes that are
  std::uint32_t fair = 0;            // every so many yields of a thread count (S9); 0: none does
  bool tells_states = false;         // as wire::Config::states asks for
  std::string text() const;
};

// One choice: the path of a thread, or a value.
using Choice = std::vector<std::uint32_t>;

class State {
 public:
  explicit State(const Program& program);

  bool over() const { return over_; }
  wire::Outcome outcome() const { return outcome_; }            // where it is over
  std::size_t failing() const { return failing_; }              // thread that ended it
  std::uint32_t alternatives() const { return alternatives_; }  // of a data point; 0 = not at one
  std::size_t chooser() const { return local_.front(); }        // at a data point
  // It has not come to its next step yet.
  bool is_between_steps(std::size_t t) const {
    return std::find(local_.begin(), local_.end(), t) != local_.end();
  }
  OpKind choice_op() const { return waking_.by; }
  bool enabled(std::size_t thread) const { return readiness(thread) != Readiness::kBlocked; }
  bool timed(std::size_t thread) const { return readiness(thread) == Readiness::kTimed; }
  bool finished(std::size_t thread) const { return threads_[thread].finished; }
  std::size_t threads() const { return threads_.size(); }
  bool all_finished() const;
  const Choice& path(std::size_t thread) const { return threads_[thread].path; }
  std::vector<std::size_t> enabled_by_path() const;

  // The record of the step, without its enabled set.
  wire::Record step(std::size_t thread);
  void choose(std::uint32_t value);
  // What there is to tell of the last step or choice.
  const std::vector<wire::Record>& effects() const { return effects_; }
  // Kind and object of the step to come.
  wire::Record announced(std::size_t thread) const;
  // Everything that may matter later, by paths instead of numbers of threads: equal for equal states.
  std::vector<int> snapshot() const;

 private:
  enum class Readiness { kBlocked, kTimed, kReady };
  struct Thread {
    const Body* body = nullptr;
    std::size_t pc = 0;
    bool unstarted = false;
    bool finished = false;
    bool second = false;     // of the two steps of a wait
    bool woken = false;      // the second one may come
    bool timed_out = false;  // in place of being woken; a third one will come
    std::array<int, 4> registers{};
    std::array<int, 4> read_holds{};
    Choice path;
    std::vector<std::size_t> children;
  };
  const Op& op_of(std::size_t thread) const { return (*threads_[thread].body)[threads_[thread].pc]; }
  Readiness readiness(std::size_t thread) const;
  bool ready(std::size_t thread, const Op& op) const;
  bool may_lock(std::size_t thread, int mutex) const;
  bool is_recursive(int mutex) const;
  std::vector<std::size_t> sleepers(OpKind by, int object) const;
  void run_local();
  void run_local(std::size_t thread);
  std::size_t add(const Body& body, const Choice& path);
  void end(wire::Outcome outcome, std::size_t thread);
  bool go(std::size_t thread, const Op& op, wire::Record& record);
  bool go_on_memory(std::size_t thread, const Op& op, wire::Record& record);
  bool go_on_mutex(std::size_t thread, const Op& op, wire::Record& record);
  bool go_on_condition(std::size_t thread, const Op& op, wire::Record& record);
  bool go_on_rwlock(std::size_t thread, const Op& op, wire::Record& record);
  bool go_on_once(std::size_t thread, const Op& op, wire::Record& record);
  bool go_on_futex(std::size_t thread, const Op& op, wire::Record& record);
  bool go_on_semaphore(std::size_t thread, const Op& op, wire::Record& record);
  bool go_on_thread(std::size_t thread, const Op& op, wire::Record& record);
  void arrive(std::size_t thread, const Op& op, wire::Record& record);
  void acquire(std::size_t thread, int mutex);
  void release(std::size_t thread, int mutex);
  void begin_waking(std::size_t thread, OpKind by, int object, std::size_t wanted);
  void wake_next(std::size_t thread, std::uint32_t skipped);
  void wake_without_choice(std::size_t thread);
  void wake(std::size_t waker, std::size_t sleeper, OpKind op);
  void introduce(std::size_t thread, const Op& op);
  void tell(std::size_t thread, OpKind op, int value, std::uint64_t object = 0);

  const Program* program_;
  std::vector<Thread> threads_;
  std::vector<int> variables_;
  std::vector<int> owner_, depth_;  // of mutexes
  std::vector<int> once_;           // 0: not run yet, -1: done, else who runs it, plus one
  std::vector<int> writer_, readers_;
  std::vector<int> count_;     // of semaphores
  std::vector<bool> counted_;  // whether a log would know it
  bool stepped_ = false;
  std::uint32_t alternatives_ = 0;
  std::vector<std::size_t> local_;  // threads with local code to run; the first may be choosing
  std::vector<wire::Record> effects_;
  wire::Outcome outcome_ = wire::Outcome::kRunning;
  std::size_t failing_ = 0;
  bool over_ = false;
  struct Waking {               // some of those who sleep, by path, each behind the one before
    OpKind by = OpKind::kNone;  // none: nobody is being woken
    int object = 0;
    std::size_t wanted = 0, left = 0, passed = 0;
  };
  Waking waking_;
};

// What the header of a log says of the last state (LogHeader::state).
std::uint64_t fingerprint(const std::vector<int>& snapshot);

// The enabled threads from the one whose turn it is, cyclically by path: `last` while it can go on, else the
// next one behind it.
std::vector<std::size_t> in_turn(const State& state, std::size_t last);

// A log that owns its bytes.
struct Log {
  wire::LogHeader header;
  std::vector<wire::Record> records;
  std::vector<Choice> choices;
  LogView view() const { return {&header, records, {}}; }
};

Log run(const Program& program, const explore::WorkItem& item);

}  // namespace stalemate::toy

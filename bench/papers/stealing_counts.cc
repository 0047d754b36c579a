#include "stealing_counts.h"

#include <array>
#include <coroutine>
#include <cstddef>
#include <cstdlib>
#include <unordered_set>
#include <utility>

namespace papers {
namespace {

enum Variable : std::uint8_t { kHead, kTail, kLock, kThread, kVariables };

struct Step {
  Variable variable = kHead;
  bool writes = true;
  enum : std::uint8_t { kAccess, kAcquire, kRelease } what = kAccess;
};

// A thread, or a call of it, that stops before each step.
struct Body {
  struct promise_type {
    Body get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() { return {}; }
    auto final_suspend() noexcept {
      struct ToCaller {
        bool await_ready() noexcept { return false; }
        std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> ended) noexcept {
          const auto caller = ended.promise().caller;
          return caller ? caller : std::noop_coroutine();
        }
        void await_resume() noexcept {}
      };
      return ToCaller{};
    }
    void return_void() {}
    void unhandled_exception() { std::abort(); }
    std::coroutine_handle<> caller;
  };

  bool await_ready() { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> caller) {
    handle.promise().caller = caller;
    return handle;
  }
  void await_resume() { handle.destroy(); }

  std::coroutine_handle<promise_type> handle;
};

struct Thread {
  Body body;
  std::coroutine_handle<> innermost;
  Step next;
};

class Execution {
 public:
  explicit Execution(const StealingProgram& program) : program_(program) {
    threads_[0].body = own();
    threads_[1].body = steal_often();
    for (Thread& thread : threads_) {
      thread.innermost = thread.body.handle;
      resume(thread);
    }
  }
  Execution(const Execution&) = delete;
  ~Execution() {
    for (Thread& thread : threads_) thread.body.handle.destroy();
  }

  bool enabled(unsigned thread) const {
    if (threads_[thread].body.handle.done()) return false;
    return threads_[thread].next.what != Step::kAcquire || !locked_;
  }

  // The graph is the set of its actions: operation, thread, number in the thread, variable, number of the
  // write.
  void step(unsigned thread) {
    const Step step = threads_[thread].next;
    if (step.what != Step::kAccess) locked_ = step.what == Step::kAcquire;
    if (step.writes) ++written_[step.variable];
    std::uint64_t action = 0;
    for (const std::uint64_t part : {std::uint64_t{step.writes}, std::uint64_t{thread}, taken_[thread]++,
                                     std::uint64_t{step.variable}, written_[step.variable]})
      action = mixed(action + part);
    graph_ += action;
    resume(threads_[thread]);
  }

  std::uint64_t graph() const { return graph_; }

 private:
  struct Stop {
    Execution& execution;
    Step step;
    bool await_ready() { return false; }
    void await_suspend(std::coroutine_handle<> here) {
      execution.running_->innermost = here;
      execution.running_->next = step;
    }
    void await_resume() {}
  };
  Stop read(Variable variable) { return {*this, {variable, !program_.reads_commute}}; }
  Stop write(Variable variable) { return {*this, {variable}}; }

  Body acquire() {
    if (program_.lock_steps) co_await Stop{*this, {kLock, true, Step::kAcquire}};
  }
  Body release() {
    if (program_.lock_steps) co_await Stop{*this, {kLock, true, Step::kRelease}};
  }

  Body own() {
    for (unsigned n = 0; n < program_.jobs; ++n) co_await push();
    for (unsigned n = 0; n <= program_.jobs; ++n) co_await pop();
  }
  Body steal_often() {
    if (program_.owner_begins) co_await write(kThread);
    for (unsigned n = 0; n < program_.attempts; ++n) co_await steal();
  }

  Body push() {
    co_await read(kTail);
    const long tail = tail_;
    co_await read(kHead);
    if (tail >= head_ + room_) {
      co_await push_alone();
    } else {
      co_await write(kTail);
      tail_ = tail + 1;
    }
  }

  Body push_alone() {
    co_await acquire();
    co_await read(kHead);
    const long head = head_;
    co_await read(kTail);
    const long count = tail_ - head;
    co_await write(kHead);
    head_ = head % kPlaces;
    co_await write(kTail);
    tail_ = head % kPlaces + count;
    if (count >= room_) {
      room_ *= 2;
      co_await write(kHead);
      head_ = 0;
      co_await write(kTail);
      tail_ = count;
    }
    co_await read(kTail);
    const long tail = tail_;
    co_await write(kTail);
    tail_ = tail + 1;
    co_await release();
  }

  Body pop() {
    co_await read(kTail);
    const long last = tail_ - 1;
    co_await write(kTail);
    tail_ = last;
    co_await read(kHead);
    if (head_ <= last) co_return;
    co_await write(kTail);
    tail_ = last + 1;
    co_await pop_alone();
  }

  Body pop_alone() {
    co_await acquire();
    co_await read(kTail);
    const long last = tail_ - 1;
    co_await write(kTail);
    tail_ = last;
    co_await read(kHead);
    if (head_ > last) {
      co_await write(kTail);
      tail_ = last + 1;
    }
    co_await read(kHead);
    if (head_ > last) {
      co_await write(kHead);
      head_ = 0;
      co_await write(kTail);
      tail_ = 0;
    }
    co_await release();
  }

  Body steal() {
    co_await acquire();
    co_await read(kHead);
    const long first = head_;
    co_await write(kHead);
    head_ = first + 1;
    co_await read(kTail);
    if (first >= tail_) {
      co_await write(kHead);
      head_ = first;
    }
    co_await release();
  }

  void resume(Thread& thread) {
    running_ = &thread;
    thread.innermost.resume();
  }

  static std::uint64_t mixed(std::uint64_t word) {
    word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9u;
    word = (word ^ word >> 27) * 0x94d049bb133111ebu;
    return word ^ word >> 31;
  }

  static constexpr long kPlaces = 16;
  const StealingProgram& program_;
  std::array<Thread, 2> threads_;
  Thread* running_ = nullptr;
  long head_ = 0, tail_ = 0, room_ = 2;
  bool locked_ = false;
  std::array<std::uint64_t, kVariables> written_{};
  std::array<std::uint64_t, 2> taken_{};
  std::uint64_t graph_ = 0;
};

// Runs one schedule: at each point where both threads are enabled and the bound allows to choose, the next of
// `choices`, which grows by those that it does not have yet. Returns the graph and the number of preemptions.
std::pair<std::uint64_t, unsigned> run(const StealingProgram& program, unsigned bound,
                                       std::vector<bool>& choices) {
  Execution execution(program);
  unsigned preemptions = 0, last = 0;
  bool begun = program.owner_begins;
  for (std::size_t at = 0; execution.enabled(0) || execution.enabled(1);) {
    const bool both = execution.enabled(0) && execution.enabled(1);
    if (!both) {
      last = execution.enabled(0) ? 0 : 1;
    } else if (!begun || preemptions < bound) {
      if (at == choices.size()) choices.push_back(false);
      if (choices[at++]) {
        last = 1 - last;
        if (begun) ++preemptions;
      }
    }
    begun = true;
    execution.step(last);
  }
  return {execution.graph(), preemptions};
}

}  // namespace

StealingCounts count_stealing(const StealingProgram& program, unsigned largest_bound) {
  std::vector<std::vector<std::uint64_t>> graphs(largest_bound + 1);
  std::vector<bool> choices;
  do {
    const auto [graph, preemptions] = run(program, largest_bound, choices);
    graphs[preemptions].push_back(graph);
    while (!choices.empty() && choices.back()) choices.pop_back();
    if (!choices.empty()) choices.back() = true;
  } while (!choices.empty());

  StealingCounts counts;
  std::unordered_set<std::uint64_t> seen;
  std::uint64_t executions = 0;
  for (const auto& of_bound : graphs) {
    executions += of_bound.size();
    seen.insert(of_bound.begin(), of_bound.end());
    counts.executions.push_back(executions);
    counts.classes.push_back(seen.size());
  }
  return counts;
}

}  // namespace papers

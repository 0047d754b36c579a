// An execution log as the actions of happens-before graphs: each with its result and what its thread
// announced next, threads still by their ids in that execution. Reads what workers log with
// wire::Config::effects. The log is not trusted: a log that makes no sense is unclear(), and no conclusions
// may be drawn from it.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "explore/graph/happens_before.h"
#include "model/log/log_view.h"

namespace stalemate::explore {

struct LogAction {
  std::uint16_t thread = 0;  // in this execution
  Announced step;
  StepEffect effect;          // without `wakes`
  std::uint64_t slot = 0;     // of a creation: what the new thread is called
  std::uint32_t bytes = 0;    // of a memory access
  std::uint64_t expects = 0;  // of a compare-and-swap: what it expects there
  bool yields = false;
  std::uint32_t first_woken = 0, woken = 0;  // ids of threads, in woken()
};

class LogActions {
 public:
  // `known`: this many actions at the beginning are known already, and are left out.
  void read(const LogView& log, std::size_t known = 0);

  // Those after the known ones.
  const std::vector<LogAction>& actions() const { return actions_; }
  const std::vector<std::uint16_t>& woken() const { return woken_; }
  // What a thread does before its first action in actions(); unknown if it never acted.
  Announced first(std::uint16_t thread) const {
    return thread < threads_.size() ? threads_[thread].next : Announced{};
  }
  // Threads that exist from the start, main included.
  std::uint32_t initial_threads() const { return initial_; }
  // A step's effect is unknown, or the log contradicts itself.
  bool unclear() const { return unclear_; }
  // Values were chosen so often without a step between them that the graph would grow by their square.
  bool chooses_too_often() const { return chooses_too_often_; }
  // Of each semaphore that is used: its count before its first use.
  struct Semaphore {
    std::uint64_t object = 0;
    std::uint32_t count = 0;
  };
  const std::vector<Semaphore>& semaphores() const { return semaphores_; }
  // Values with which a step is silent (S9): that which the thread announced after so many actions. The last
  // one of a thread first.
  struct Await {
    std::uint16_t thread = 0;
    std::uint32_t actions = 0;
    std::uint32_t first = 0, count = 0;  // in await_values()
    std::uint64_t expects = 0;           // or else: what the compare-and-swap expects, hashed
  };
  struct AwaitValue {
    std::uint64_t object = 0, value = 0;
  };
  const std::vector<Await>& awaits() const { return awaits_; }
  // Of each object in await values, what was there before its first access.
  const std::unordered_map<std::uint64_t, std::uint64_t>& initial_values() const { return initial_values_; }
  std::span<const AwaitValue> values_of(const Await& await) const {
    return std::span(await_values_).subspan(await.first, await.count);
  }
  // The most yields of one thread (S9).
  std::uint32_t yields_max() const { return yields_max_; }

 private:
  struct Thread {
    Announced next;           // what it announces at the end, and then before actions()
    std::uint64_t mutex = 0;  // of its last condition wait
    bool has_deadline = false;
    bool again = false;    // its next step locks what it has already
    bool enabled = false;  // at the end
    std::uint32_t yields = 0;
    std::uint32_t actions = 0;  // so far
  };

  Thread& of(std::uint16_t thread) {
    if (thread >= threads_.size()) threads_.resize(thread + std::size_t{1});
    return threads_[thread];
  }
  void take_point(const wire::Record& record, bool logged);
  void append_action(const wire::Record& record, const Thread& thread);
  void take_effect(const wire::Record& record);
  static void take_access(const wire::Record& record, LogAction& action);
  void take_pending(const wire::Record& record);
  void take_await(const wire::Record& record);
  void find_initial_values(const LogView& log);
  void take_yield(Thread& thread);
  void take_semaphore(const wire::Record& record);
  void know_semaphore(std::uint64_t object, std::uint32_t count);
  void look_at_pending_semaphores();
  void connect(const LogView& log);

  std::vector<LogAction> actions_;
  std::vector<std::uint16_t> woken_;
  std::vector<Thread> threads_;
  std::vector<Semaphore> semaphores_;
  std::vector<Await> awaits_;
  std::vector<AwaitValue> await_values_;
  std::unordered_map<std::uint64_t, std::uint64_t> initial_values_;
  const wire::Record* point_ = nullptr;  // the last one
  bool appends_ = false;                 // it is not a known one
  bool yields_ = false;                  // and yields
  std::uint32_t initial_ = 1;
  std::uint32_t yields_max_ = 0;
  bool unclear_ = false;
  bool chooses_too_often_ = false;
};

}  // namespace stalemate::explore

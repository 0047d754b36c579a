// A scheduler of fork-join tasks: each worker has a deque of its own (Chase and Lev), takes its newest task,
// steals the oldest of another when it has none, and parks when nobody has any.
//
// -DBUG: the end of the last task wakes nobody, so main sleeps on when another worker ran it.
#include <array>
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace sched {

struct Task {
  std::function<void()> run;
};

// The owner pushes and pops at the bottom, thieves take from the top.
class Deque {
 public:
  bool push(Task* task) {
    const std::int64_t bottom = bottom_.load(std::memory_order_relaxed);
    if (bottom - top_.load(std::memory_order_acquire) >= kCapacity) return false;
    slots_[index(bottom)].store(task, std::memory_order_relaxed);
    bottom_.store(bottom + 1, std::memory_order_seq_cst);
    return true;
  }

  Task* pop() {
    const std::int64_t bottom = bottom_.load(std::memory_order_relaxed) - 1;
    bottom_.store(bottom, std::memory_order_seq_cst);
    std::int64_t top = top_.load(std::memory_order_seq_cst);
    if (top > bottom) {
      bottom_.store(bottom + 1, std::memory_order_relaxed);
      return nullptr;
    }
    Task* task = slots_[index(bottom)].load(std::memory_order_relaxed);
    if (top == bottom) {
      if (!top_.compare_exchange_strong(top, top + 1)) task = nullptr;
      bottom_.store(bottom + 1, std::memory_order_relaxed);
    }
    return task;
  }

  Task* steal() {
    std::int64_t top = top_.load(std::memory_order_seq_cst);
    if (top >= bottom_.load(std::memory_order_seq_cst)) return nullptr;
    Task* task = slots_[index(top)].load(std::memory_order_relaxed);
    return top_.compare_exchange_strong(top, top + 1) ? task : nullptr;
  }

  bool empty() const { return top_.load() >= bottom_.load(); }

 private:
  static constexpr std::int64_t kCapacity = 64;
  static std::size_t index(std::int64_t i) { return static_cast<std::size_t>(i % kCapacity); }
  std::atomic<std::int64_t> top_{0}, bottom_{0};
  std::array<std::atomic<Task*>, kCapacity> slots_{};
};

class Scheduler {
 public:
  explicit Scheduler(std::size_t workers) : deques_(workers) {
    for (std::size_t i = 1; i < workers; ++i) threads_.emplace_back([this, i] { loop(i); });
  }

  ~Scheduler() {
    stopping_ = true;
    {
      std::lock_guard<std::mutex> lock(park_mutex_);
      ++wakeups_;
    }
    park_.notify_all();
    for (auto& thread : threads_) thread.join();
  }

  // Only from the thread that made the scheduler (worker 0), or from inside a task.
  void spawn(std::function<void()> f) {
    unfinished_.fetch_add(1);
    auto task = std::make_unique<Task>(Task{std::move(f)});
    if (deques_[self].push(task.get())) {
      task.release();
      wake_all();
    } else {
      execute(task.release());
    }
  }

  // Helps until every task has run.
  void wait() {
    while (unfinished_.load() != 0)
      if (Task* task = find(0))
        execute(task);
      else
        park(0, [this] { return unfinished_.load() == 0; });
  }

  unsigned steals() const { return steals_; }

 private:
  void loop(std::size_t me) {
    self = me;
    while (!stopping_) {
      if (Task* task = find(me))
        execute(task);
      else
        park(me, [this] { return stopping_.load(); });
    }
  }

  Task* find(std::size_t me) {
    if (Task* task = deques_[me].pop()) return task;
    for (std::size_t i = 1; i < deques_.size(); ++i)
      if (Task* task = deques_[(me + i) % deques_.size()].steal()) {
        ++steals_;
        return task;
      }
    return nullptr;
  }

  void execute(Task* task) {
    task->run();
    delete task;
#ifdef BUG
    unfinished_.fetch_sub(1);
#else
    if (unfinished_.fetch_sub(1) == 1) wake_all();
#endif
  }

  void wake_all() {
    if (parked_.load() == 0) return;
    {
      std::lock_guard<std::mutex> lock(park_mutex_);
      ++wakeups_;
    }
    park_.notify_all();
  }

  template <typename Done>
  void park(std::size_t me, Done done) {
    std::unique_lock<std::mutex> lock(park_mutex_);
    const unsigned seen = wakeups_;
    ++parked_;
    // Said first, looked after: a spawn sees that we are about to sleep, or we see its task.
    bool work = done();
    for (std::size_t i = 0; i < deques_.size() && !work; ++i)
      work = !deques_[(me + i) % deques_.size()].empty();
    if (!work) park_.wait(lock, [&] { return wakeups_ != seen || done(); });
    --parked_;
  }

  static thread_local std::size_t self;
  std::vector<Deque> deques_;
  std::atomic<int> unfinished_{0};
  std::atomic<bool> stopping_{false};
  std::atomic<unsigned> steals_{0};
  std::atomic<int> parked_{0};
  std::mutex park_mutex_;
  std::condition_variable park_;
  unsigned wakeups_ = 0;
  std::vector<std::thread> threads_;
};

thread_local std::size_t Scheduler::self = 0;

}  // namespace sched

// Sums from..to by halves.
static void sum_range(sched::Scheduler& scheduler, const std::vector<int>& values, std::size_t from,
                      std::size_t to, std::atomic<long>& total) {
  if (to - from <= 2) {
    long part = 0;
    for (std::size_t i = from; i < to; ++i) part += values[i];
    total += part;
    return;
  }
  const std::size_t middle = from + (to - from) / 2;
  scheduler.spawn(
      [&scheduler, &values, middle, to, &total] { sum_range(scheduler, values, middle, to, total); });
  sum_range(scheduler, values, from, middle, total);
}

int main() {
  const std::vector<int> values = {1, 2, 3, 4};
  std::atomic<long> total{0};
  {
    sched::Scheduler scheduler(2);
    scheduler.spawn([&] { sum_range(scheduler, values, 0, values.size(), total); });
    scheduler.wait();
    std::printf("%u stolen\n", scheduler.steals());
  }
  assert(total == 10);
  return 0;
}

#include "token_threads.h"

#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <thread>
#include <vector>

#include "explore/strategy/strategies.h"

namespace stalemate::bench {

namespace {

constexpr int kThreads = 3;  // main and two others

enum class Step { kNone, kCreate, kStart, kJoin, kLock, kUnlock };

void futex(std::atomic<std::uint32_t>& word, int operation, std::uint32_t value) {
  syscall(SYS_futex, &word, operation, value, nullptr, nullptr, 0);
}

// Chooses like the runtime's random tail: the same numbers, the same order of threads.
class TokenScheduler {
 public:
  explicit TokenScheduler(int rounds) : rounds_(rounds) {}

  void begin(std::uint64_t seed) {
    random_ = spread(seed);
    holder_ = -1;
    for (int t = 0; t < kThreads; ++t) next_[t] = Step::kNone, finished_[t] = false;
    checksum_ = 0;
  }

  void pass(int self, Step step, int joins = -1) {
    next_[self] = step;
    joins_[self] = joins;
    hand_over(self, choose());
  }

  // The thread has ended; whoever is next goes on. The last one wakes the driver.
  void finish(int self) {
    finished_[self] = true;
    next_[self] = Step::kNone;
    const int chosen = choose();
    give(chosen >= 0 ? chosen : kThreads);
  }

  void create(int thread) { next_[thread] = Step::kStart; }

  void run_child(int self) {
    for (int i = 0; i < rounds_; ++i) {
      pass(self, Step::kLock);
      holder_ = self;
      checksum_ = add_to_checksum(checksum_, static_cast<std::uint64_t>(self));
      pass(self, Step::kUnlock);
      holder_ = -1;
      checksum_ = add_to_checksum(checksum_, static_cast<std::uint64_t>(self));
    }
  }

  void run_main() {
    for (int t = 1; t < kThreads; ++t) pass(0, Step::kCreate), create(t);
    for (int t = 1; t < kThreads; ++t) pass(0, Step::kJoin, t);
  }

  void give(int thread) {
    ++switches_;
    go_[thread].store(1, std::memory_order_release);
    futex(go_[thread], FUTEX_WAKE_PRIVATE, 1);
  }

  void await(int thread) {
    while (go_[thread].exchange(0, std::memory_order_acquire) == 0) futex(go_[thread], FUTEX_WAIT_PRIVATE, 0);
  }

  std::uint64_t checksum() const { return checksum_; }
  std::uint64_t switches() const { return switches_; }

 private:
  static std::uint64_t spread(std::uint64_t seed) {
    seed += 0x9e3779b97f4a7c15u;
    seed = (seed ^ (seed >> 30)) * 0xbf58476d1ce4e5b9u;
    seed = (seed ^ (seed >> 27)) * 0x94d049bb133111ebu;
    seed ^= seed >> 31;
    return seed != 0 ? seed : 1;
  }

  bool enabled(int thread) const {
    if (next_[thread] == Step::kNone) return false;
    if (next_[thread] == Step::kLock) return holder_ < 0;
    return next_[thread] != Step::kJoin || finished_[joins_[thread]];
  }

  int choose() {
    std::uint32_t count = 0;
    for (int t = 0; t < kThreads; ++t) count += enabled(t) ? 1 : 0;
    if (count == 0) return -1;
    random_ ^= random_ >> 12;
    random_ ^= random_ << 25;
    random_ ^= random_ >> 27;
    auto skip = static_cast<std::uint32_t>(((random_ * 0x2545f4914f6cdd1du) >> 32) * count >> 32);
    for (int t = 0; t < kThreads; ++t)
      if (enabled(t) && skip-- == 0) return t;
    return -1;
  }

  void hand_over(int self, int chosen) {
    if (chosen == self) return;
    give(chosen);
    await(self);
  }

  int rounds_;
  std::uint64_t random_ = 1;
  int holder_ = -1;
  Step next_[kThreads] = {};
  int joins_[kThreads] = {};
  bool finished_[kThreads] = {};
  std::uint64_t checksum_ = 0;
  std::uint64_t switches_ = 0;
  std::atomic<std::uint32_t> go_[kThreads + 1] = {};  // the last is the driver's
};

}  // namespace

namespace {

// One processor for all: handing the token over between processors takes several times as long.
class OneProcessor {
 public:
  OneProcessor() {
    sched_getaffinity(0, sizeof before_, &before_);
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    sched_setaffinity(0, sizeof one, &one);
  }
  ~OneProcessor() { sched_setaffinity(0, sizeof before_, &before_); }
  OneProcessor(const OneProcessor&) = delete;
  OneProcessor& operator=(const OneProcessor&) = delete;

 private:
  cpu_set_t before_;
};

}  // namespace

TokenResult run_with_token(std::uint64_t executions, int rounds, std::uint64_t seed) {
  const OneProcessor pinned;
  TokenScheduler scheduler(rounds);
  std::atomic<bool> over{false};
  auto serve = [&](int self) {
    for (;;) {
      scheduler.await(self);
      if (over.load()) return;
      if (self == 0)
        scheduler.run_main();
      else
        scheduler.run_child(self);
      scheduler.finish(self);
    }
  };
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) threads.emplace_back(serve, t);
  TokenResult result;
  const auto began = std::chrono::steady_clock::now();
  for (std::uint64_t k = 0; k < executions; ++k) {
    scheduler.begin(explore::mix(seed, k));
    scheduler.give(0);
    scheduler.await(kThreads);
    result.checksum = add_to_checksum(result.checksum, scheduler.checksum());
  }
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  over.store(true);
  for (int t = 0; t < kThreads; ++t) scheduler.give(t);
  for (auto& thread : threads) thread.join();
  result.switches = scheduler.switches();
  return result;
}

}  // namespace stalemate::bench

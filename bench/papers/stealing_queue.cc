// The work-stealing queue as a program: main pushes three jobs and pops as often, a thief tries as often to
// steal one. Each job is taken once.
//
// After Cilk's THE protocol, in a bounded circular buffer, as the first paper tests it: the owner pushes and
// pops at the tail, thieves take from the head, and the owner needs the lock only where they may be after the
// same job.
#include <array>
#include <mutex>
#include <optional>
#include <thread>

#include "watched.h"

namespace papers {
namespace {

template <std::size_t kSize>
class BoundedStealing {
 public:
  // Owner only, like pop(); false: full.
  bool push(int job) {
    const long tail = tail_.load();
    if (tail - head_.load() >= static_cast<long>(kSize)) return false;
    jobs_[place(tail)] = job;
    tail_.store(tail + 1);
    return true;
  }

  std::optional<int> pop() {
    const long last = tail_.load() - 1;
    tail_.store(last);
    if (head_.load() <= last) return jobs_[place(last)];
    tail_.store(last + 1);
    return pop_alone();
  }

  std::optional<int> steal() {
    const std::lock_guard guard(lock_);
    const long first = head_.load();
    head_.store(first + 1);
    if (first < tail_.load()) return jobs_[place(first)];
    head_.store(first);
    return {};
  }

 private:
  std::optional<int> pop_alone() {
    const std::lock_guard guard(lock_);
    const long last = tail_.load() - 1;
    tail_.store(last);
    if (head_.load() <= last) return jobs_[place(last)];
    tail_.store(last + 1);
    return {};
  }

  static std::size_t place(long index) { return static_cast<std::size_t>(index) % kSize; }

  std::array<int, kSize> jobs_{};
  WatchedAtomic head_{0}, tail_{0};
  WatchedMutex lock_;
};

void test() {
  constexpr std::size_t kJobs = 3;
  StateWatch::enter(0);
  BoundedStealing<kJobs> queue;
  std::array<int, kJobs> popped{}, stolen{};
  std::thread thief([&] {
    StateWatch::enter(1);
    for (std::size_t n = 0; n < kJobs; ++n)
      if (const auto job = queue.steal()) ++stolen[static_cast<std::size_t>(*job)];
  });
  for (std::size_t n = 0; n < kJobs; ++n) stalemate::expect(queue.push(static_cast<int>(n)), "there is room");
  for (std::size_t n = 0; n < kJobs; ++n)
    if (const auto job = queue.pop()) ++popped[static_cast<std::size_t>(*job)];
  thief.join();
  for (std::size_t n = 0; n < kJobs; ++n)
    stalemate::expect(popped[n] + stolen[n] == 1, "every job is done, and once");
}

}  // namespace
}  // namespace papers

int main() { papers::test(); }

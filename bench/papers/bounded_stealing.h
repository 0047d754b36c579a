// A work-stealing queue after Cilk's THE protocol, in a bounded circular buffer: its owner pushes and pops at
// the tail, thieves take from the head, and the owner needs the lock only where they may be after the same
// job.
//
// The protocol needs a fence between the write of one index and the read of the other. Programs get it from
// sequentially consistent atomics, or, older ones, by reading the indices with interlocked operations, which
// count as writes.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <mutex>
#include <optional>

namespace papers {

enum class Reads { kAtomic, kInterlocked };

template <std::size_t kSize, Reads kReads>
class BoundedStealing {
 public:
  // Owner only, like pop(); false: full.
  bool push(int job) {
    const long tail = read(tail_);
    if (tail - read(head_) >= static_cast<long>(kSize)) return false;
    jobs_[place(tail)] = job;
    tail_.store(tail + 1);
    return true;
  }

  std::optional<int> pop() {
    const long last = read(tail_) - 1;
    tail_.store(last);
    if (read(head_) <= last) return jobs_[place(last)];
    tail_.store(last + 1);
    return pop_alone();
  }

  std::optional<int> steal() {
    const std::lock_guard guard(lock_);
    const long first = read(head_);
    head_.store(first + 1);
    if (first < read(tail_)) return jobs_[place(first)];
    head_.store(first);
    return {};
  }

 private:
  std::optional<int> pop_alone() {
    const std::lock_guard guard(lock_);
    const long last = read(tail_) - 1;
    tail_.store(last);
    if (read(head_) <= last) return jobs_[place(last)];
    tail_.store(last + 1);
    return {};
  }

  static long read(std::atomic<long>& index) {
    return kReads == Reads::kAtomic ? index.load() : index.fetch_add(0);
  }
  static std::size_t place(long index) { return static_cast<std::size_t>(index) % kSize; }

  std::array<int, kSize> jobs_{};
  std::atomic<long> head_{0}, tail_{0};
  std::mutex lock_;
};

}  // namespace papers

// A work-stealing queue after Cilk's THE protocol, in a circular buffer that grows: its owner pushes and pops
// at the tail, a thief takes from the head, and the owner needs the lock only where both may be after the
// same job, and where there is no more room. Where it finds the queue empty, it begins at the front again.
//
// The indices are the shared variables. They are read by interlocked operations, as on machines that reorder
// a write and a later read; these count as writes. With Reads::kAtomic they are read by atomic loads.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <optional>

namespace papers {

enum class Reads { kInterlocked, kAtomic };

// Excludes nobody, and is no step: indices may go wrong, and jobs be lost.
struct NoLock {
  void lock() {}
  void unlock() {}
};

template <class Lock, Reads kReads>
class GrowingStealing {
 public:
  // Owner only, like pop().
  void push(int job) {
    const long tail = read(tail_);
    if (tail >= read(head_) + room_) return push_alone(job);
    place(tail) = job;
    write(tail_, tail + 1);
  }

  std::optional<int> pop() {
    const long last = read(tail_) - 1;
    write(tail_, last);
    if (read(head_) <= last) return place(last);
    write(tail_, last + 1);
    return pop_alone();
  }

  std::optional<int> steal() {
    lock_.lock();
    std::optional<int> job;
    const long first = read(head_);
    write(head_, first + 1);
    if (first < read(tail_))
      job = place(first);
    else
      write(head_, first);
    lock_.unlock();
    return job;
  }

 private:
  void push_alone(int job) {
    lock_.lock();
    const long head = read(head_), count = read(tail_) - head;
    write(head_, head % kPlaces);
    write(tail_, head % kPlaces + count);
    if (count >= room_) grow(head, count);
    const long tail = read(tail_);
    place(tail) = job;
    write(tail_, tail + 1);
    lock_.unlock();
  }

  void grow(long head, long count) {
    const auto before = jobs_;
    for (long n = 0; n < count; ++n) place(n) = before[index(head + n)];
    room_ *= 2;
    write(head_, 0);
    write(tail_, count);
  }

  std::optional<int> pop_alone() {
    lock_.lock();
    std::optional<int> job;
    const long last = read(tail_) - 1;
    write(tail_, last);
    if (read(head_) <= last)
      job = place(last);
    else
      write(tail_, last + 1);
    if (read(head_) > last) {
      write(head_, 0);
      write(tail_, 0);
    }
    lock_.unlock();
    return job;
  }

  static long read(std::atomic<long>& index) {
    return kReads == Reads::kAtomic ? index.load() : index.fetch_add(0);
  }
  static void write(std::atomic<long>& index, long value) { index.store(value); }

  // More than ever have room, so that a job that is being stolen is not overwritten.
  static constexpr long kPlaces = 16;
  static std::size_t index(long at) { return static_cast<std::size_t>(at % kPlaces + kPlaces) % kPlaces; }
  int& place(long at) { return jobs_[index(at)]; }

  std::array<int, kPlaces> jobs_{};
  long room_ = 2;
  std::atomic<long> head_{0}, tail_{0};
  Lock lock_;
};

}  // namespace papers

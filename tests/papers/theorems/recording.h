// What executions under the real tool did, step by step, in memory that the test shares with the processes
// they run in: every execution leaves a record, however it ends. Looks inside the runtime for what a program
// cannot see of itself: the races that the shadow finds, and whether a thread that waits is asleep already.
//
// Not compiled for Stalemate: its own accesses are nobody's business.
#pragma once

#include <atomic>
#include <cstdint>

#include "model.h"

namespace stalemate::test {

struct Record {
  static constexpr std::uint32_t kMost = 120;
  struct Step {
    std::uint8_t thread;
    bool races;  // the shadow told a conflict
  };
  std::uint32_t steps;
  std::uint32_t promoted;  // how many places in the code
  std::uint32_t waiting;   // thread that was about to wait; kThreads: none
  bool begun;              // false: its process was killed when it had just taken this record
  bool ended;
  Step step[kMost];
  State state;
};

// Any number of processes at once, each with one execution at a time.
class Recording {
 public:
  // Once per process, before anything is explored.
  static Recording& shared();

  void clear();
  std::uint32_t size() const { return used_; }
  const Record& operator[](std::uint32_t i) const { return records_[i]; }

  // Of the execution under way.
  void begin(const std::int32_t* plain, const void* atomic);
  // The running thread is `thread`.
  void meet(std::uint32_t thread);
  void step(std::uint32_t thread);
  void before_wait(std::uint32_t thread);
  void now(std::uint32_t thread, std::uint32_t place, std::uint64_t seen);
  void end();

 private:
  static constexpr std::uint32_t kRecords = 200'000;

  std::atomic<std::uint32_t> used_;
  Record records_[kRecords];
};

}  // namespace stalemate::test

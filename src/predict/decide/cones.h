// What must have happened before an event, in every interleaving where all reads before it see what they saw:
// program order, fork and join, the write that a read saw, and what barriers, semaphores and conditions make
// certain (a thread's n-th down needs so many posts; if one thread posts, it needs that thread's). One vector
// clock per event: how many events of each thread, the event itself among them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "predict/decide/trace_index.h"

namespace stalemate::predict {

using Clock = std::span<const std::uint32_t>;

class Cones {
 public:
  explicit Cones(const TraceIndex& index);

  Clock of(std::uint32_t event) const { return {clocks_.data() + std::size_t{event} * threads_, threads_}; }
  // Without the event itself and what it sees: what its thread needs to reach it.
  Clock before(std::uint32_t event) const {
    const std::uint32_t position = index_.position(event);
    if (position > 0) return of(index_.events_of(index_.event(event).thread)[position - 1]);
    const std::uint32_t fork = index_.fork_of(index_.event(event).thread);
    return fork == kNone ? Clock(zero_) : of(fork);
  }
  bool contains(Clock clock, std::uint32_t event) const {
    return clock[index_.event(event).thread] > index_.position(event);
  }

 private:
  void add_certain(std::uint32_t event, std::span<std::uint32_t> clock);

  const TraceIndex& index_;
  std::size_t threads_;
  std::vector<std::uint32_t> clocks_, zero_;
  // Threads that alone post a semaphore, or notify a condition: the events, in order; whether they are alone.
  struct Givers {
    std::uint32_t thread = kNone;
    bool alone = true;
    std::vector<std::uint32_t> events;
  };
  void give(Givers& givers, std::uint32_t event);
  void need(const Givers& givers, std::uint64_t how_many, std::span<std::uint32_t> clock);
  std::vector<Givers> posts_, notifications_;
  std::vector<std::uint32_t> downs_, wakes_;  // so far, by object and thread
  struct Barrier {
    bool certain = true;                               // a thread that arrives leaves before it arrives again
    std::vector<std::uint32_t> threads;                // that use it
    std::vector<std::vector<std::uint32_t>> arrivals;  // by thread
  };
  std::vector<Barrier> barriers_;
  std::vector<std::uint32_t> arrivals_;  // so far, by barrier and thread
};

}  // namespace stalemate::predict

// The threads of a trace as a machine that can take any of their next events, and take them back. It
// implements trace/event_trace.h for locks, waits, semaphores and barriers; of variables it stores the last
// writes, and lets the reads see what they see. Which waiter a notification wakes is left open until one
// wakes: it then uses the earliest unused notification since its wait, so that a sequence is refused only if
// no choice of waiters would allow it.
#pragma once

#include <cstdint>
#include <vector>

#include "base/hash128.h"
#include "predict/decide/trace_index.h"

namespace stalemate::predict {

class Machine {
 public:
  explicit Machine(const TraceIndex& index);

  // The thread's next event; kNone at its end. next() ignores whether the event is possible.
  std::uint32_t next(std::uint32_t thread) const {
    const auto events = index_.events_of(thread);
    return done_[thread] < events.size() ? events[done_[thread]] : kNone;
  }
  const std::vector<std::uint32_t>& done() const { return done_; }
  std::uint32_t last_write(std::uint32_t variable) const { return last_write_[variable]; }
  bool possible(std::uint32_t event) const;
  // The thread that must release a lock first, if only that blocks the event; kNone otherwise.
  std::uint32_t blocker(std::uint32_t event) const;
  // The event has to be its thread's next and possible.
  void take(std::uint32_t event);
  std::size_t taken() const { return taken_.size(); }
  std::uint32_t taken(std::size_t place) const { return taken_[place]; }
  void take_back(std::size_t taken);  // until so many are left
  // Exactly the first events of the trace, in its order; cheap if it is near them already.
  void seek(std::size_t prefix);

  // Of everything that decides what can happen from here on, among states reached since hashing began.
  void begin_hashing() { hashing_ = true, writes_ = {}; }
  void end_hashing() { hashing_ = false; }
  Hash128 state_hash() const;

 private:
  struct Lock {
    std::uint32_t owner = kNone, levels = 0, shares = 0;
  };
  struct Share {
    std::uint32_t lock, count;
  };
  // Waiters that a notification must wake, and unused notifications of one waiter, in order.
  static constexpr std::uint32_t kNotification = kNone;
  using Waiting = std::vector<std::uint32_t>;

  bool free_for(std::uint32_t lock, std::uint32_t thread) const;
  std::uint32_t shares(std::uint32_t thread, std::uint32_t lock) const;
  void add_share(std::uint32_t thread, std::uint32_t lock, bool more);
  bool notified(const Waiting& waiting, std::uint32_t thread) const;
  void take_locks(const trace::Event& event, bool back);
  void take_waits(const trace::Event& event);
  void take_arrival(const trace::Event& event);
  void take_back_one();

  const TraceIndex& index_;
  std::vector<std::uint32_t> done_, last_write_;
  std::vector<Lock> locks_;
  std::vector<std::vector<Share>> shares_;   // by thread
  std::vector<std::uint32_t> saved_levels_;  // by thread, while it waits
  std::vector<Waiting> waiting_;             // by condition
  std::vector<std::uint64_t> counts_;        // by semaphore
  std::vector<std::uint32_t> arrived_;       // by barrier
  std::vector<std::uint32_t> round_;         // by barrier and thread: of its last arrival
  std::vector<char> started_;

  void hash_write(std::uint32_t variable);
  bool hashing_ = false;
  Hash128 writes_;  // of the last writes that changed

  std::vector<std::uint32_t> taken_;
  std::size_t on_trace_ = 0;                  // leading events of the trace among them, in its order
  std::vector<std::uint32_t> overwritten_;    // by taken write
  std::vector<Waiting> former_;               // by taken event that changed a condition
  std::vector<std::uint32_t> former_rounds_;  // by taken arrival
};

}  // namespace stalemate::predict

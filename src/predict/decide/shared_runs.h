// Proves many challengers of one read with few runs. What the read's thread needs up to its first lock is run
// once, in the order of the trace, where reads see what they saw by themselves; then thread after thread
// continues to its writes of the variable, and after each the read's thread continues to the read: if it sees
// that write, the run is the schedule. If a lock blocks, its owner continues until it is free.
#pragma once

#include <cstdint>
#include <vector>

#include "predict/decide/ideal.h"
#include "predict/decide/machine.h"

namespace stalemate::predict {

class SharedRuns {
 public:
  SharedRuns(const TraceIndex& index, const Cones& cones, Machine& machine)
      : index_(index), cones_(cones), machine_(machine) {}

  // Sets up for a read; nothing before `from` is reordered. False if even that run fails.
  bool begin(std::uint32_t read, Clock allowed, std::uint32_t from);
  // The same for one challenger only, all that it needs run first in the order of the trace.
  bool begin(Goal goal, Clock allowed, std::uint32_t from);
  // Whether the read sees the initial value or a write that it needs anyway, right after the common run.
  // On success the machine stays there until the next call.
  bool sees_now(std::uint32_t challenger);
  // The same for a write of a thread that continues. Call in the order of the trace within each thread,
  // thread by thread; `next_thread` between them.
  bool sees_next(std::uint32_t challenger);
  // As far as `start` in the order of the trace, but only what is in the ideal.
  void go(Clock ideal, std::uint32_t start, std::uint32_t from);
  void next_thread() { stuck_ = false, moved_ = false; }

 private:
  bool run_to(Clock target);
  bool run_again(std::size_t mark, Clock target);
  bool make_way(std::uint32_t event);
  bool comes_to_read(std::uint32_t challenger);
  std::uint32_t earliest_pending() const;
  bool advance(std::uint32_t challenger);
  bool write_later();

  const TraceIndex& index_;
  const Cones& cones_;
  Machine& machine_;
  std::uint32_t read_ = kNone;
  Clock allowed_;
  Ideal target_;
  std::size_t common_ = 0;           // events taken by the common run
  std::uint32_t own_write_ = kNone;  // of the read's thread, since it took its first lock
  std::size_t unwritten_ = 0;        // events taken before that
  std::size_t reached_ = 0;
  std::uint32_t blocked_ = kNone;  // what stopped the last run
  bool moved_ = false, stuck_ = false;
};

}  // namespace stalemate::predict

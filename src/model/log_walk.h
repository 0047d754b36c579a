// Walks the points of one execution log and says at each what was possible there: the enabled threads in the
// order of their paths, the last thread, whether leaving it is a preemption (S3). Counts what a search
// reports. The log comes from the program under test, so nothing in it is believed: a record that contradicts
// those before it ends the walk, and malformed() says so. Linear in the records; allocates nothing once warm.
//
// A log starts with nobody enabled. A thread enters by the Create step that made it; one that is enabled
// without having been created exists from the start, and counts as main's child.
#pragma once

#include <cstdint>

#include "base/ids.h"
#include "model/enabled_set.h"
#include "model/log_view.h"
#include "model/thread_paths.h"

namespace stalemate {

struct LogCounts {
  std::uint32_t points = 0;
  std::uint32_t steps = 0;
  std::uint32_t blocking = 0;  // steps that may block: the papers' b
  std::uint32_t preemptions = 0;
  std::uint32_t switches = 0;
  std::uint32_t threads = 1;
};

class LogWalk {
 public:
  void start(const LogView& log);
  // Goes to the next point; false at the end of the log, or where it stops making sense.
  bool next();

  // ---- at a point
  const wire::Record& record() const { return *at_; }
  std::uint32_t point() const { return counts_.points; }
  bool is_thread_point() const { return at_->kind == wire::RecordKind::kStep; }
  std::uint32_t last() const { return last_; }
  bool last_runs_on() const { return enabled_.runs_on(last_); }
  EnabledSet& enabled() { return enabled_; }
  const ThreadPaths& paths() const { return paths_; }
  // Of all choices, steps and changes of the enabled set before this point: equal for equal prefixes.
  std::uint32_t prefix_hash() const { return static_cast<std::uint32_t>(hash_ >> 32); }

  // ---- after the walk
  bool malformed() const { return malformed_; }
  const LogCounts& counts() const { return counts_; }

 private:
  bool fail() {
    malformed_ = true;
    at_ = end_;
    return false;
  }
  bool leave_point();
  bool enter_point();
  bool change_enabled();
  void mix(std::uint64_t word) { hash_ = (hash_ + word) * 0x9e3779b97f4a7c15u; }
  static std::uint64_t word_of(const wire::Record& r, std::uint32_t value) {
    return std::uint64_t{static_cast<std::uint8_t>(r.kind)} |
           std::uint64_t{static_cast<std::uint8_t>(r.op)} << 8 | std::uint64_t{r.thread} << 16 |
           std::uint64_t{value} << 32;
  }

  const wire::Record* at_ = nullptr;
  const wire::Record* end_ = nullptr;
  bool at_point_ = false;
  bool malformed_ = false;
  std::uint32_t last_ = kMainThread.value;
  std::uint64_t hash_ = 0;
  LogCounts counts_;
  ThreadPaths paths_;
  EnabledSet enabled_;
};

}  // namespace stalemate

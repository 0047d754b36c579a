// Walks the points of one execution log and shows what was possible at each: the enabled threads in the order
// of their paths on demand, the last thread, whether leaving it is a preemption (S3). Counts what a search
// reports. The log comes from the program under test, so it is not trusted: a record that contradicts those
// before it ends the walk, and malformed() is true. Linear in the records; allocates nothing once warm.
//
// A log starts with no thread enabled. A thread enters by the Create step that made it; a thread that is
// enabled without having been created exists from the start, and counts as main's child.
#pragma once

#include <cstdint>
#include <cstring>

#include "base/ids.h"
#include "model/enabled_set.h"
#include "model/log/log_view.h"
#include "model/operations.h"
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
  // Advances to the next point; false at the end of the log, or where it is invalid.
  bool next();

  // ---- at a point
  const wire::Record& record() const { return *at_; }
  std::uint32_t point() const { return counts_.points; }
  bool is_thread_point() const { return at_->kind == wire::RecordKind::kStep; }
  std::uint32_t last() const { return last_; }
  bool last_runs_on() const { return enabled_.runs_on(last_); }
  const EnabledSet& enabled() const { return enabled_; }
  const ThreadPaths& paths() const { return paths_; }
  // Of all choices, steps and changes of the enabled set before this point: equal for equal prefixes.
  std::uint32_t prefix_hash() const { return static_cast<std::uint32_t>(hash_ >> 32); }

  // ---- after the walk
  bool malformed() const { return malformed_; }
  LogCounts counts() const {
    LogCounts counts = counts_;
    counts.threads = paths_.size();
    return counts;
  }

 private:
  bool fail() {
    malformed_ = true;
    at_point_ = false;
    at_ = end_;
    return false;
  }
  bool leave_point();
  bool change_enabled(const wire::Record& record);
  static std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) {
    return (hash + word) * 0x9e3779b97f4a7c15u;
  }
  // Kind, operation, thread and value.
  static std::uint64_t word_of(const wire::Record& record) {
    std::uint64_t word;
    std::memcpy(&word, &record, sizeof word);
    return word;
  }

  const wire::Record* at_ = nullptr;
  const wire::Record* end_ = nullptr;
  bool at_point_ = false;
  bool malformed_ = false;
  std::uint32_t last_ = kMainThread;
  std::uint64_t hash_ = 0;
  LogCounts counts_;
  ThreadPaths paths_;
  EnabledSet enabled_;
};

// Inline: a search walks every record of every execution.

inline bool LogWalk::next() {
  if (at_point_ && !leave_point()) return fail();
  at_point_ = false;
  const wire::Record* at = at_;
  std::uint64_t hash = hash_;
  for (; at < end_; ++at) {
    const wire::RecordKind kind = at->kind;
    if (kind == wire::RecordKind::kStep || kind == wire::RecordKind::kChoice) {
      const bool possible =
          kind == wire::RecordKind::kStep ? enabled_.contains(at->thread) : at->value < at->object;
      if (!possible) return fail();
      at_point_ = true;
      break;
    }
    if (kind == wire::RecordKind::kEnabled || kind == wire::RecordKind::kDisabled) {
      hash = mixed(hash, word_of(*at));
      if (!change_enabled(*at)) return fail();
    }
  }
  at_ = at;
  hash_ = hash;
  return at_point_;
}

inline bool LogWalk::change_enabled(const wire::Record& r) {
  if (r.thread >= paths_.size()) [[unlikely]] {
    if (r.kind != wire::RecordKind::kEnabled || r.thread != paths_.size()) return false;
    paths_.add(kMainThread);
  }
  r.kind == wire::RecordKind::kEnabled ? enabled_.enable(r.thread, r.value == 1) : enabled_.disable(r.thread);
  return true;
}

inline bool LogWalk::leave_point() {
  const wire::Record& r = *at_++;
  ++counts_.points;
  if (r.kind == wire::RecordKind::kChoice) {
    hash_ = mixed(hash_, word_of(r) ^ r.object << 16);
    return true;
  }
  hash_ = mixed(hash_, word_of(r) & 0xffffffffu);
  ++counts_.steps;
  counts_.blocking += may_block(r.op);
  if (r.thread != last_) {
    ++counts_.switches;
    counts_.preemptions += enabled_.runs_on(last_);
    last_ = r.thread;
  }
  if (r.op == OpKind::kCreate && r.value != 0) {  // 0: the creation failed, or the worker died in it
    if (r.value != paths_.size()) return false;
    paths_.add(r.thread);
  }
  return true;
}

}  // namespace stalemate

#include "predict/decide/trace_index.h"

#include <algorithm>

#include "base/check.h"

namespace stalemate::predict {

using trace::Event;
using trace::EventKind;

namespace {

// Rows of numbers laid out one after the other: counted first, then filled.
class Rows {
 public:
  explicit Rows(std::size_t rows) : start(rows + 1, 0) {}
  void count(std::size_t row) { ++start[row + 1]; }
  void lay_out() {
    for (std::size_t i = 1; i < start.size(); ++i) start[i] += start[i - 1];
    values.resize(start.back());
    next_ = start;
  }
  void add(std::size_t row, std::uint32_t value) { values[next_[row]++] = value; }

  std::vector<std::uint32_t> start, values;

 private:
  std::vector<std::uint32_t> next_;
};

// The sections of one thread that are open, with their levels.
struct Open {
  std::uint32_t section;
  std::uint32_t levels;
};

}  // namespace

TraceIndex::TraceIndex(const trace::EventTrace& trace)
    : trace_(trace), threads_(static_cast<std::uint32_t>(trace.threads.size())) {
  STALEMATE_CHECK(trace.events.size() < kNone / 2, "events are numbers of 32 bits");
  index_threads();
  index_variables();
  index_locks();
}

void TraceIndex::index_threads() {
  Rows rows(threads_);
  for (const Event& event : trace_.events) rows.count(event.thread);
  rows.lay_out();
  position_.resize(size());
  fork_.assign(threads_, kNone);
  std::vector<std::uint32_t> next(threads_, 0);
  for (std::uint32_t i = 0; i < size(); ++i) {
    const Event& event = trace_.events[i];
    position_[i] = next[event.thread]++;
    rows.add(event.thread, i);
    if (event.kind == EventKind::kFork) fork_[event.object] = i;
  }
  order_ = std::move(rows.values);
  start_ = std::move(rows.start);
}

void TraceIndex::index_variables() {
  const std::size_t variables = trace_.variables.size();
  Rows writes(variables), by_thread(variables * threads_), readers(size() + variables);
  std::vector<std::uint32_t> last(variables, kNone);
  writer_.assign(size(), kNone);
  for (std::uint32_t i = 0; i < size(); ++i) {
    const Event& event = trace_.events[i];
    if (is_read(event)) {
      writer_[i] = last[event.object];
      readers.count(writer_[i] == kNone ? size() + event.object : writer_[i]);
    }
    if (is_write(event)) {
      last[event.object] = i;
      writes.count(event.object);
      by_thread.count(std::size_t{event.object} * threads_ + event.thread);
    }
  }
  writes.lay_out();
  by_thread.lay_out();
  readers.lay_out();
  for (std::uint32_t i = 0; i < size(); ++i) {
    const Event& event = trace_.events[i];
    if (is_read(event)) readers.add(writer_[i] == kNone ? size() + event.object : writer_[i], i);
    if (is_write(event)) {
      writes.add(event.object, i);
      by_thread.add(std::size_t{event.object} * threads_ + event.thread, i);
    }
  }
  writes_ = std::move(writes.values);
  writes_start_ = std::move(writes.start);
  by_thread_ = std::move(by_thread.values);
  by_thread_start_ = std::move(by_thread.start);
  readers_ = std::move(readers.values);
  readers_start_ = std::move(readers.start);
}

void TraceIndex::index_locks() {
  region_.resize(size());
  tried_.assign(trace_.locks.size(), 0);
  shared_.assign(trace_.locks.size(), 0);
  std::vector<std::vector<Open>> open(threads_);
  std::vector<std::uint32_t> waiting_levels(threads_, 1), region(threads_, 0);
  const auto take = [&](std::uint32_t i, std::uint32_t lock, bool shared, std::uint32_t levels) {
    auto& mine = open[trace_.events[i].thread];
    for (Open& each : mine)
      if (sections_[each.section].lock == lock && sections_[each.section].shared == shared) {
        each.levels += levels;
        return;
      }
    mine.push_back({static_cast<std::uint32_t>(sections_.size()), levels});
    sections_.push_back({i, kNone, lock, shared});
    if (shared) shared_[lock] = 1;
  };
  const auto free = [&](std::uint32_t i, std::uint32_t lock, bool shared, bool all) {
    auto& mine = open[trace_.events[i].thread];
    for (Open& each : mine) {
      if (sections_[each.section].lock != lock || sections_[each.section].shared != shared) continue;
      if (all) waiting_levels[trace_.events[i].thread] = each.levels;
      if (!all && --each.levels > 0) return;
      sections_[each.section].last = i;
      mine.erase(mine.begin() + (&each - mine.data()));
      return;
    }
  };
  for (std::uint32_t i = 0; i < size(); ++i) {
    const Event& event = trace_.events[i];
    if (open[event.thread].empty()) region[event.thread] = i;
    region_[i] = region[event.thread];
    switch (event.kind) {
      case EventKind::kAcquire: take(i, event.object, false, 1); break;
      case EventKind::kReadAcquire: take(i, event.object, true, 1); break;
      case EventKind::kWake: take(i, event.lock, false, waiting_levels[event.thread]); break;
      case EventKind::kRelease: free(i, event.object, false, false); break;
      case EventKind::kReadRelease: free(i, event.object, true, false); break;
      case EventKind::kWait: free(i, event.lock, false, true); break;
      case EventKind::kTryFailed: tried_[event.object] = 1; break;
      default: break;
    }
  }
  Rows rows(trace_.locks.size() * threads_);
  const auto row = [&](const Section& s) {
    return std::size_t{s.lock} * threads_ + trace_.events[s.first].thread;
  };
  for (const Section& section : sections_) rows.count(row(section));
  rows.lay_out();
  for (std::uint32_t i = 0; i < sections_.size(); ++i) rows.add(row(sections_[i]), i);
  by_lock_ = std::move(rows.values);
  by_lock_start_ = std::move(rows.start);
}

std::vector<std::uint32_t> TraceIndex::held_at(std::uint32_t event) const {
  std::vector<std::uint32_t> held;
  if (region_[event] == event) return held;
  // Sections are numbered in the order of their first events, and all that are held began in the region.
  auto from = std::lower_bound(sections_.begin(), sections_.end(), region_[event],
                               [](const Section& s, std::uint32_t first) { return s.first < first; });
  for (; from != sections_.end() && from->first < event; ++from)
    if (trace_.events[from->first].thread == trace_.events[event].thread &&
        (from->last == kNone || from->last >= event))
      held.push_back(static_cast<std::uint32_t>(from - sections_.begin()));
  return held;
}

}  // namespace stalemate::predict

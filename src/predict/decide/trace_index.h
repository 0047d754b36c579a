// A trace by thread, by variable and by lock: what every way of deciding a triplet looks up. Made once, then
// only read. Events are numbers of 32 bits here; kNone stands for "no such event", which for a writer is the
// initial value.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "trace/event_trace.h"

namespace stalemate::predict {

inline constexpr std::uint32_t kNone = 0xffffffffu;

// From the event that takes a lock to the one that frees it, without the levels in between. A wait ends one
// and its wake begins another.
struct Section {
  std::uint32_t first = kNone;
  std::uint32_t last = kNone;  // kNone: never freed
  std::uint32_t lock = 0;
  bool shared = false;
};

class TraceIndex {
 public:
  explicit TraceIndex(const trace::EventTrace& trace);

  const trace::EventTrace& trace() const { return trace_; }
  std::uint32_t threads() const { return threads_; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(trace_.events.size()); }
  const trace::Event& event(std::uint32_t index) const { return trace_.events[index]; }

  // The events of a thread, in order; position() is an event's place among them.
  std::span<const std::uint32_t> events_of(std::uint32_t thread) const {
    return {order_.data() + start_[thread], start_[thread + 1] - start_[thread]};
  }
  std::uint32_t position(std::uint32_t event) const { return position_[event]; }
  std::uint32_t fork_of(std::uint32_t thread) const { return fork_[thread]; }  // kNone: runs from the start

  // What a read or update saw.
  std::uint32_t writer(std::uint32_t event) const { return writer_[event]; }
  std::span<const std::uint32_t> writes_of(std::uint32_t variable) const {
    return {writes_.data() + writes_start_[variable], writes_start_[variable + 1] - writes_start_[variable]};
  }
  std::span<const std::uint32_t> writes_of(std::uint32_t variable, std::uint32_t thread) const {
    const std::size_t row = std::size_t{variable} * threads_ + thread;
    return {by_thread_.data() + by_thread_start_[row], by_thread_start_[row + 1] - by_thread_start_[row]};
  }
  // Which reads saw a write, and which saw the initial value of a variable.
  std::span<const std::uint32_t> readers_of(std::uint32_t write) const {
    return {readers_.data() + readers_start_[write], readers_start_[write + 1] - readers_start_[write]};
  }
  std::span<const std::uint32_t> initial_readers_of(std::uint32_t variable) const {
    return readers_of(size() + variable);
  }

  const std::vector<Section>& sections() const { return sections_; }
  // Numbers of sections, by lock and thread, in order.
  std::span<const std::uint32_t> sections_of(std::uint32_t lock, std::uint32_t thread) const {
    const std::size_t row = std::size_t{lock} * threads_ + thread;
    return {by_lock_.data() + by_lock_start_[row], by_lock_start_[row + 1] - by_lock_start_[row]};
  }
  // Numbers of the sections that the thread is in when the event is about to happen.
  std::vector<std::uint32_t> held_at(std::uint32_t event) const;
  // Where the thread last held no lock before the event: the event itself if it holds none there.
  std::uint32_t region(std::uint32_t event) const { return region_[event]; }
  bool tried(std::uint32_t lock) const { return tried_[lock]; }  // a thread failed to take it
  bool ever_shared(std::uint32_t lock) const { return shared_[lock]; }

 private:
  void index_threads();
  void index_variables();
  void index_locks();

  const trace::EventTrace& trace_;
  std::uint32_t threads_;
  std::vector<std::uint32_t> order_, start_, position_, fork_;
  std::vector<std::uint32_t> writer_, writes_, writes_start_, by_thread_, by_thread_start_, readers_,
      readers_start_;
  std::vector<Section> sections_;
  std::vector<std::uint32_t> by_lock_, by_lock_start_, region_;
  std::vector<char> tried_, shared_;
};

inline bool is_read(const trace::Event& event) {
  return event.kind == trace::EventKind::kRead || event.kind == trace::EventKind::kUpdate;
}
inline bool is_write(const trace::Event& event) {
  return event.kind == trace::EventKind::kWrite || event.kind == trace::EventKind::kUpdate;
}

}  // namespace stalemate::predict

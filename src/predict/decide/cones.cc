#include "predict/decide/cones.h"

#include <algorithm>

namespace stalemate::predict {

using trace::Event;
using trace::EventKind;

namespace {

void join(std::span<std::uint32_t> into, Clock other) {
  for (std::size_t t = 0; t < into.size(); ++t) into[t] = std::max(into[t], other[t]);
}

bool leaves_next(const TraceIndex& index, std::uint32_t arrival) {
  const auto events = index.events_of(index.event(arrival).thread);
  const std::uint32_t next = index.position(arrival) + 1;
  return next == events.size() || (index.event(events[next]).kind == EventKind::kLeave &&
                                   index.event(events[next]).object == index.event(arrival).object);
}

}  // namespace

Cones::Cones(const TraceIndex& index)
    : index_(index),
      threads_(index.threads()),
      clocks_(std::size_t{index.size()} * threads_, 0),
      zero_(threads_, 0),
      posts_(index.trace().semaphores.size()),
      notifications_(index.trace().conditions.size()),
      downs_(index.trace().semaphores.size() * threads_, 0),
      wakes_(index.trace().conditions.size() * threads_, 0),
      barriers_(index.trace().barriers.size()),
      arrivals_(index.trace().barriers.size() * threads_, 0) {
  for (Barrier& barrier : barriers_) barrier.arrivals.resize(threads_);
  for (std::uint32_t i = 0; i < index.size(); ++i) {
    const Event& event = index.event(i);
    if (event.kind == EventKind::kPost) give(posts_[event.object], i);
    if (event.kind == EventKind::kNotify || event.kind == EventKind::kNotifyAll)
      give(notifications_[event.object], i);
    if (event.kind == EventKind::kArrive) {
      auto& arrivals = barriers_[event.object].arrivals[event.thread];
      if (arrivals.empty()) barriers_[event.object].threads.push_back(event.thread);
      arrivals.push_back(i);
      if (!leaves_next(index, i)) barriers_[event.object].certain = false;
    }
  }
  for (std::uint32_t i = 0; i < index.size(); ++i) {
    const Event& event = index.event(i);
    const std::span<std::uint32_t> clock(clocks_.data() + i * threads_, threads_);
    join(clock, before(i));
    if (is_read(event) && index.writer(i) != kNone) join(clock, of(index.writer(i)));
    if (event.kind == EventKind::kJoin && !index.events_of(event.object).empty())
      join(clock, of(index.events_of(event.object).back()));
    add_certain(i, clock);
    clock[event.thread] = index.position(i) + 1;
  }
}

void Cones::give(Givers& givers, std::uint32_t event) {
  const std::uint32_t thread = index_.event(event).thread;
  if (givers.thread == kNone) givers.thread = thread;
  givers.alone = givers.alone && givers.thread == thread;
  givers.events.push_back(event);
}

void Cones::need(const Givers& givers, std::uint64_t how_many, std::span<std::uint32_t> clock) {
  if (how_many == 0 || how_many > givers.events.size() || !givers.alone) return;
  join(clock, of(givers.events[how_many - 1]));
}

void Cones::add_certain(std::uint32_t i, std::span<std::uint32_t> clock) {
  const Event& event = index_.event(i);
  const std::size_t slot = std::size_t{event.object} * threads_ + event.thread;
  if (event.kind == EventKind::kDown) {
    const std::uint64_t initial = event.object < index_.trace().semaphore_counts.size()
                                      ? index_.trace().semaphore_counts[event.object]
                                      : 0;
    const std::uint64_t downs = ++downs_[slot];
    need(posts_[event.object], downs > initial ? downs - initial : 0, clock);
  } else if (event.kind == EventKind::kWake && !event.timed_out) {
    // Each wait of a thread is ended by a separate notification.
    need(notifications_[event.object], ++wakes_[slot], clock);
  } else if (event.kind == EventKind::kArrive) {
    ++arrivals_[slot];
  } else if (event.kind == EventKind::kLeave && arrivals_[slot] > 0) {
    const Barrier& barrier = barriers_[event.object];
    // With no more threads than parties every round has all of them, and a thread's n-th is the n-th round.
    if (!barrier.certain || barrier.threads.size() != index_.trace().barrier_parties[event.object]) return;
    for (const std::uint32_t thread : barrier.threads)
      if (arrivals_[slot] <= barrier.arrivals[thread].size())
        join(clock, of(barrier.arrivals[thread][arrivals_[slot] - 1]));
  }
}

}  // namespace stalemate::predict

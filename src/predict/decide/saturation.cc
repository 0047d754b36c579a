#include "predict/decide/saturation.h"

#include <algorithm>

namespace stalemate::predict {

using trace::Event;
using trace::EventKind;

Reason Saturation::saturate(Goal goal, std::uint32_t from, Ideal& required) {
  goal_ = goal;
  from_ = from;
  required_ = required;
  held_ = index_.held_at(goal.read);
  by_locks_ = false;
  bool possible = true;
  do {
    grew_ = false;
    lay_out();
    do {
      changed_ = false;
      possible = pass();
    } while (possible && changed_ && !grew_);
    forget();
  } while (possible && grew_);
  if (!possible) return by_locks_ ? Reason::kLocks : Reason::kOtherReads;
  required = required_;
  return Reason::kNone;
}

void Saturation::lay_out() {
  events_.clear();
  edges_.clear();
  for (std::uint32_t t = 0; t < index_.threads(); ++t) {
    const auto events = index_.events_of(t).first(required_[t]);
    events_.insert(events_.end(), std::lower_bound(events.begin(), events.end(), from_), events.end());
  }
  std::sort(events_.begin(), events_.end());
  clocks_.resize(events_.size() * index_.threads());
  for (std::uint32_t i = 0; i < events_.size(); ++i) {
    slot_[events_[i]] = i;
    const Clock cone = cones_.of(events_[i]);
    std::copy(cone.begin(), cone.end(), clocks_.begin() + i * index_.threads());
  }
  find_constraints();
}

void Saturation::find_constraints() {
  reads_.clear();
  sections_.clear();
  for (const std::uint32_t event : events_)
    if (is_write(index_.event(event))) ++writes_[index_.event(event).object];
  for (const std::uint32_t i : events_) {
    const Event& event = index_.event(i);
    if (!is_read(event)) continue;
    const std::uint32_t own = is_write(event);
    const std::uint32_t seen = index_.writer(i) != kNone && slot_[index_.writer(i)] != kNone;
    if (writes_[event.object] > own + seen) reads_.push_back(i);
  }
  const auto& all = index_.sections();
  const auto first = std::lower_bound(all.begin(), all.end(), from_,
                                      [](const Section& s, std::uint32_t begin) { return s.first < begin; });
  for (auto each = first; each != all.end() && !events_.empty() && each->first <= events_.back(); ++each)
    if (slot_[each->first] != kNone) {
      ++begun_[each->lock];
      sections_.push_back(static_cast<std::uint32_t>(each - all.begin()));
    }
  std::erase_if(sections_, [&](std::uint32_t each) {
    return begun_[all[each].lock] == 1 && std::find(held_.begin(), held_.end(), each) == held_.end();
  });
  for (auto each = first; each != all.end() && !events_.empty() && each->first <= events_.back(); ++each)
    begun_[each->lock] = 0;
}

void Saturation::forget() {
  for (const std::uint32_t event : events_) {
    slot_[event] = kNone;
    if (is_write(index_.event(event))) writes_[index_.event(event).object] = 0;
  }
}

bool Saturation::raise(std::uint32_t event, Clock by) {
  if (by[index_.event(event).thread] > index_.position(event)) return false;
  if (slot_[event] == kNone) return true;
  std::uint32_t* mine = clocks_.data() + slot_[event] * index_.threads();
  for (std::uint32_t t = 0; t < index_.threads(); ++t)
    if (by[t] > mine[t]) {
      mine[t] = by[t];
      changed_ = true;
    }
  return true;
}

bool Saturation::order(std::uint32_t earlier, std::uint32_t later) {
  if (precedes(later, earlier)) return false;
  if (precedes(earlier, later)) return true;
  edges_.push_back({earlier, later});
  return raise(later, clock(earlier));
}

bool Saturation::pass() {
  for (const Edge& edge : edges_)
    if (!raise(edge.later, clock(edge.earlier))) return false;
  for (const std::uint32_t event : events_)
    if (!follow_cones(event)) return false;
  for (const std::uint32_t read : reads_)
    if (!follow_reads(read)) return false;
  if (!follow_challenger()) return false;
  for (const std::uint32_t section : sections_)
    if (!follow_section(index_.sections()[section])) {
      by_locks_ = true;
      return false;
    }
  return true;
}

bool Saturation::follow_cones(std::uint32_t i) {
  const Event& event = index_.event(i);
  const std::uint32_t position = index_.position(i);
  if (position > 0 && !raise(i, clock(index_.events_of(event.thread)[position - 1]))) return false;
  if (position == 0 && index_.fork_of(event.thread) != kNone &&
      !raise(i, clock(index_.fork_of(event.thread))))
    return false;
  if (is_read(event) && index_.writer(i) != kNone && !raise(i, clock(index_.writer(i)))) return false;
  if (event.kind == EventKind::kJoin && !index_.events_of(event.object).empty())
    return raise(i, clock(index_.events_of(event.object).back()));
  return true;
}

bool Saturation::follow_reads(std::uint32_t read) {
  const std::uint32_t writer = index_.writer(read);
  const std::uint32_t variable = index_.event(read).object;
  for (std::uint32_t t = 0; t < index_.threads(); ++t) {
    const auto all = index_.writes_of(variable, t);
    const auto writes =
        std::span(all.begin(), std::partition_point(all.begin(), all.end(), [&](std::uint32_t w) {
                    return index_.position(w) < required_[t];
                  }));
    auto before = std::partition_point(writes.begin(), writes.end(), [&](std::uint32_t w) {
      return w != read && index_.position(w) < clock(read)[t];
    });
    if (before != writes.begin() && *--before != writer && (writer == kNone || !order(*before, writer)))
      return false;
    auto after = writes.begin();
    if (writer != kNone)
      after = std::partition_point(writes.begin(), writes.end(),
                                   [&](std::uint32_t w) { return w != writer && !precedes(writer, w); });
    if (after != writes.end() && *after == writer) ++after;
    if (after != writes.end() && *after == read) ++after;
    if (after != writes.end() && !order(read, *after)) return false;
  }
  return true;
}

// Everything required comes before the read, so the challenger comes after all other writes.
bool Saturation::follow_challenger() {
  for (std::uint32_t t = 0; t < index_.threads(); ++t) {
    const auto writes = index_.writes_of(goal_.variable, t);
    auto last = std::partition_point(writes.begin(), writes.end(),
                                     [&](std::uint32_t w) { return index_.position(w) < required_[t]; });
    if (last == writes.begin() || *--last == goal_.challenger) continue;
    if (goal_.challenger == kNone || !order(*last, goal_.challenger)) return false;
  }
  return true;
}

bool Saturation::follow_section(const Section& section) {
  const std::uint32_t thread = index_.event(section.first).thread;
  const bool held = std::any_of(held_.begin(), held_.end(), [&](std::uint32_t each) {
    return index_.sections()[each].first == section.first && index_.sections()[each].lock == section.lock;
  });
  const bool ends = section.last != kNone && index_.position(section.last) < required_[thread];
  const std::uint32_t end = ends ? section.last : index_.events_of(thread)[required_[thread] - 1];
  for (std::uint32_t t = 0; t < index_.threads(); ++t) {
    if (t == thread) continue;
    const auto others = index_.sections_of(section.lock, t);
    const std::uint32_t begun = held ? required_[t] : clock(end)[t];
    auto other = std::partition_point(others.begin(), others.end(), [&](std::uint32_t s) {
      return index_.position(index_.sections()[s].first) < begun;
    });
    while (other != others.begin() && section.shared && index_.sections()[*(other - 1)].shared) --other;
    if (other != others.begin() && !end_before(index_.sections()[*(other - 1)], section)) return false;
  }
  return true;
}

bool Saturation::end_before(const Section& other, const Section& section) {
  if (other.last == kNone) return false;
  const Clock needed = cones_.of(other.last);
  if (cones_.contains(needed, goal_.read)) return false;
  if (!std::equal(needed.begin(), needed.end(), required_.begin(), std::less_equal<>())) {
    join(required_, needed);
    by_locks_ = grew_ = true;
    return true;
  }
  const std::size_t edges = edges_.size();
  if (!order(other.last, section.first)) return false;
  by_locks_ = by_locks_ || edges_.size() > edges;
  return true;
}

}  // namespace stalemate::predict

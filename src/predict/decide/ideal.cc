#include "predict/decide/ideal.h"

#include <algorithm>

namespace stalemate::predict {

void join(Ideal& into, Clock other) {
  for (std::size_t t = 0; t < into.size(); ++t) into[t] = std::max(into[t], other[t]);
}

namespace {

// Closes what excludes a section of the read's thread. False if that is impossible without the read.
bool close_others(const TraceIndex& index, const Cones& cones, const Section& mine, std::uint32_t read,
                  Ideal& required, bool& grew) {
  for (std::uint32_t t = 0; t < index.threads(); ++t) {
    if (t == index.event(read).thread) continue;
    const auto sections = index.sections_of(mine.lock, t);
    const auto begun = std::partition_point(sections.begin(), sections.end(), [&](std::uint32_t s) {
      return index.position(index.sections()[s].first) < required[t];
    });
    // The last one ends last, except that the two kinds may overlap in one thread.
    auto each = index.ever_shared(mine.lock) || begun == sections.begin() ? sections.begin() : begun - 1;
    for (; each != begun; ++each) {
      const Section& other = index.sections()[*each];
      if (other.shared && mine.shared) continue;
      if (other.last == kNone || cones.contains(cones.of(other.last), read)) return false;
      if (index.position(other.last) < required[t]) continue;
      join(required, cones.of(other.last));
      grew = true;
    }
  }
  return true;
}

}  // namespace

Reason require(const TraceIndex& index, const Cones& cones, Goal goal, Ideal& required) {
  const Clock before = cones.before(goal.read);
  required.assign(before.begin(), before.end());
  if (goal.challenger != kNone) join(required, cones.of(goal.challenger));
  const std::uint32_t reader = index.event(goal.read).thread;
  if (required[reader] > index.position(goal.read)) return Reason::kAfterRead;
  const auto held = index.held_at(goal.read);
  for (bool grew = !held.empty(); grew;) {
    grew = false;
    for (const std::uint32_t section : held)
      if (!close_others(index, cones, index.sections()[section], goal.read, required, grew))
        return Reason::kLocks;
  }
  // A write that needs the challenger, or any after the initial value, would be seen instead of it.
  const std::uint32_t variable = index.event(goal.read).object;
  for (std::uint32_t t = 0; t < index.threads(); ++t) {
    const auto writes = index.writes_of(variable, t);
    auto last = std::partition_point(writes.begin(), writes.end(),
                                     [&](std::uint32_t w) { return index.position(w) < required[t]; });
    if (last == writes.begin() || *--last == goal.challenger) continue;
    if (goal.challenger == kNone || cones.contains(cones.of(*last), goal.challenger))
      return Reason::kOverwritten;
  }
  return Reason::kNone;
}

void leave_sections(const TraceIndex& index, const Cones& cones, Clock allowed, Ideal& ideal) {
  for (bool grew = true; grew;) {
    grew = false;
    for (std::uint32_t t = 0; t < index.threads(); ++t) {
      const auto events = index.events_of(t);
      std::uint32_t out = ideal[t];
      while (out < allowed[t] && index.region(events[out]) != events[out]) ++out;
      if (out == ideal[t] || (out < events.size() && index.region(events[out]) != events[out])) continue;
      join(ideal, cones.of(events[out - 1]));
      grew = true;
    }
  }
}

std::uint32_t first_outside(const TraceIndex& index, Clock ideal) {
  std::uint32_t first = index.size();
  for (std::uint32_t t = 0; t < index.threads(); ++t)
    if (ideal[t] < index.events_of(t).size()) first = std::min(first, index.events_of(t)[ideal[t]]);
  return first;
}

Ideal allowed_before(const TraceIndex& index, const Cones& cones, std::uint32_t read) {
  Ideal allowed(index.threads());
  const std::uint32_t reader = index.event(read).thread;
  for (std::uint32_t t = 0; t < index.threads(); ++t) {
    const auto events = index.events_of(t);
    const auto end = std::partition_point(events.begin(), events.end(), [&](std::uint32_t e) {
      return e != read && cones.of(e)[reader] <= index.position(read);
    });
    allowed[t] = static_cast<std::uint32_t>(end - events.begin());
  }
  return allowed;
}

}  // namespace stalemate::predict

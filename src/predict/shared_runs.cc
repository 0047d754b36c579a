#include "predict/shared_runs.h"

#include <algorithm>

namespace stalemate::predict {

using trace::Event;
using trace::EventKind;

bool SharedRuns::begin(std::uint32_t read, Clock allowed, std::uint32_t from) {
  return begin(Goal{read, kNone, 0}, allowed, from);
}

bool SharedRuns::begin(Goal goal, Clock allowed, std::uint32_t from) {
  read_ = goal.read;
  allowed_ = allowed;
  next_thread();
  const Clock base = cones_.before(index_.region(read_));
  Ideal target(base.begin(), base.end());
  if (goal.challenger != kNone) join(target, cones_.of(goal.challenger));
  // In the order of the trace as far as everything is needed.
  machine_.seek(std::max(first_outside(index_, target), from));
  const std::size_t mark = machine_.taken();
  target_ = machine_.done();
  const bool ran = run_again(mark, target);
  common_ = reached_ = machine_.taken();
  return ran;
}

void SharedRuns::go(Clock ideal, std::uint32_t start, std::uint32_t from) {
  machine_.seek(std::max(std::min(first_outside(index_, ideal), start), from));
  target_.assign(ideal.begin(), ideal.end());
  for (;;) {
    const std::uint32_t event = earliest_pending();
    if (event >= start || !machine_.possible(event)) return;
    machine_.take(event);
  }
}

// Whenever a lock is in the way, its owner is taken along from the beginning: in the order of the trace all
// reads stay right.
bool SharedRuns::run_again(std::size_t mark, Clock target) {
  join(target_, target);
  for (;;) {
    const Ideal tried = target_;
    if (run_to(tried)) {
      if (target_ == tried) return true;
    } else if (target_ == tried) {
      return false;
    }
    machine_.take_back(mark);
  }
}

// In the order of the trace. Where a lock is in the way, target_ grows by what frees it and this goes on.
bool SharedRuns::run_to(Clock target) {
  join(target_, target);
  for (;;) {
    const std::uint32_t event = earliest_pending();
    if (event == kNone) return true;
    if (!machine_.possible(event)) {
      if (!make_way(event)) return false;
      continue;
    }
    const Event& e = index_.event(event);
    if (is_read(e) && machine_.last_write(e.object) != index_.writer(event)) return false;
    machine_.take(event);
  }
}

std::uint32_t SharedRuns::earliest_pending() const {
  std::uint32_t earliest = kNone;
  for (std::uint32_t t = 0; t < index_.threads(); ++t)
    if (machine_.done()[t] < target_[t]) earliest = std::min(earliest, machine_.next(t));
  return earliest;
}

bool SharedRuns::make_way(std::uint32_t event) {
  const std::uint32_t owner = machine_.blocker(event);
  if (owner == kNone || owner == index_.event(read_).thread) return false;
  const Event& blocked = index_.event(event);
  const std::uint32_t lock = blocked.kind == EventKind::kWake ? blocked.lock : blocked.object;
  bool grew = false;
  for (const std::uint32_t number : index_.sections_of(lock, owner)) {
    const Section& section = index_.sections()[number];
    if (index_.position(section.first) >= machine_.done()[owner]) break;
    if (section.last == kNone) return false;
    const std::uint32_t last = index_.position(section.last);
    if (last < machine_.done()[owner]) continue;
    if (last < target_[owner]) return false;  // it is to come, but later in the trace than what it blocks
    if (last >= allowed_[owner]) return false;
    join(target_, cones_.of(section.last));
    grew = true;
  }
  return grew;
}

bool SharedRuns::comes_to_read(std::uint32_t challenger) {
  target_ = machine_.done();
  return run_to(cones_.before(read_)) && machine_.last_write(index_.event(read_).object) == challenger &&
         machine_.possible(read_);
}

bool SharedRuns::sees_now(std::uint32_t challenger) {
  machine_.take_back(common_);
  return comes_to_read(challenger);
}

bool SharedRuns::sees_next(std::uint32_t challenger) {
  if (stuck_) return false;
  machine_.take_back(moved_ ? reached_ : common_);
  moved_ = true;
  target_ = machine_.done();
  stuck_ = !run_to(cones_.of(challenger));
  reached_ = machine_.taken();
  return !stuck_ && machine_.last_write(index_.event(read_).object) == challenger &&
         comes_to_read(challenger);
}

}  // namespace stalemate::predict

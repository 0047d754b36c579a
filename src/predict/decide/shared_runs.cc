#include "predict/decide/shared_runs.h"

#include <algorithm>

namespace stalemate::predict {

using trace::Event;
using trace::EventKind;

bool SharedRuns::begin(std::uint32_t read, Clock allowed, std::uint32_t from) {
  const std::uint32_t region = index_.region(read);
  const auto writes = index_.writes_of(index_.event(read).object, index_.event(read).thread);
  const auto next = std::lower_bound(writes.begin(), writes.end(), read);
  own_write_ = next != writes.begin() && *(next - 1) > region ? *(next - 1) : kNone;
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

// Whenever a lock blocks, its owner is added from the beginning: in the order of the trace all reads stay
// right.
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

// In the order of the trace. If a lock blocks, target_ grows by what frees it and this continues.
bool SharedRuns::run_to(Clock target) {
  join(target_, target);
  for (;;) {
    const std::uint32_t event = earliest_pending();
    if (event == kNone) return true;
    blocked_ = event;
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
    if (last < target_[owner]) return false;  // it will come, but later in the trace than what it blocks
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
  if (!moved_) {
    machine_.take_back(common_);
    unwritten_ = reached_ = common_;
    if (own_write_ != kNone) stuck_ = !write_later();
    moved_ = true;
  }
  while (!stuck_ && !advance(challenger)) {
    // The read's thread wrote too early: it holds a lock that is needed on the way.
    const std::uint32_t blocked = blocked_;
    stuck_ = own_write_ == kNone || machine_.blocker(blocked) != index_.event(read_).thread;
    if (stuck_) break;
    const auto section =
        std::lower_bound(index_.sections().begin(), index_.sections().end(), blocked,
                         [](const Section& s, std::uint32_t first) { return s.first < first; });
    stuck_ = section == index_.sections().end() || section->first != blocked || section->last == kNone ||
             index_.position(section->last) >= allowed_[index_.event(blocked).thread];
    if (stuck_) break;
    machine_.take_back(unwritten_);
    target_ = machine_.done();
    stuck_ = !run_to(cones_.of(section->last));
    unwritten_ = machine_.taken();
    stuck_ = stuck_ || !write_later();
  }
  return !stuck_ && machine_.last_write(index_.event(read_).object) == challenger &&
         comes_to_read(challenger);
}

bool SharedRuns::advance(std::uint32_t challenger) {
  machine_.take_back(reached_);
  target_ = machine_.done();
  if (!run_to(cones_.of(challenger))) return false;
  reached_ = machine_.taken();
  return true;
}

bool SharedRuns::write_later() {
  target_ = machine_.done();
  const bool wrote = run_to(cones_.of(own_write_));
  reached_ = machine_.taken();
  return wrote;
}

}  // namespace stalemate::predict

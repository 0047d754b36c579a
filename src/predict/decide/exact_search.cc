#include "predict/decide/exact_search.h"

#include <algorithm>

namespace stalemate::predict {

using trace::Event;
using trace::EventKind;

bool HashSet::insert(Hash128 hash) {
  if (2 * used_.size() > slots_.size()) grow();
  std::size_t slot = hash.low & (slots_.size() - 1);
  for (; slots_[slot] != Hash128{}; slot = (slot + 1) & (slots_.size() - 1))
    if (slots_[slot] == hash) return false;
  slots_[slot] = hash;
  used_.push_back(slot);
  return true;
}

void HashSet::clear() {
  for (const std::size_t slot : used_) slots_[slot] = {};
  used_.clear();
}

void HashSet::grow() {
  std::vector<Hash128> old(2 * slots_.size());
  old.swap(slots_);
  std::vector<std::size_t> used;
  used.swap(used_);
  for (const std::size_t slot : used) insert(old[slot]);
}

ExactSearch::Outcome ExactSearch::search(Goal goal, Clock required, Clock allowed, std::uint64_t& budget) {
  machine_.begin_hashing();
  const Outcome outcome = walk(goal, required, allowed, budget);
  machine_.end_hashing();
  return outcome;
}

ExactSearch::Outcome ExactSearch::walk(Goal goal, Clock required, Clock allowed, std::uint64_t& budget) {
  goal_ = goal;
  required_ = required;
  allowed_ = allowed;
  held_ = goal.read == kNone ? std::vector<std::uint32_t>() : index_.held_at(goal.read);
  frames_.clear();
  choices_.clear();
  seen_.clear();
  take_what_helps();
  if (reached()) return Outcome::kFound;
  push_frame();
  while (!frames_.empty()) {
    Frame& frame = frames_.back();
    machine_.take_back(frame.taken);
    if (frame.next_choice == choices_.size()) {
      choices_.resize(frame.first_choice);
      frames_.pop_back();
      continue;
    }
    if (budget == 0) return Outcome::kGaveUp;
    --budget;
    machine_.take(choices_[frame.next_choice++]);
    take_what_helps();
    if (reached()) return Outcome::kFound;
    if (seen_.insert(machine_.state_hash())) push_frame();
  }
  return Outcome::kNone;
}

bool ExactSearch::reached() const {
  if (machine_.last_write(goal_.variable) != goal_.challenger) return false;
  if (goal_.read == kNone) return std::equal(required_.begin(), required_.end(), machine_.done().begin());
  return machine_.next(index_.event(goal_.read).thread) == goal_.read && machine_.possible(goal_.read);
}

void ExactSearch::push_frame() {
  // The choices of a frame lie after those of all frames below it, so that one vector holds them.
  const auto first = static_cast<std::uint32_t>(choices_.size());
  for (std::uint32_t t = 0; t < index_.threads(); ++t) {
    const std::uint32_t event = machine_.next(t);
    if (machine_.done()[t] < allowed_[t] && follows(event) && !harms(event)) choices_.push_back(event);
  }
  std::sort(choices_.begin() + first, choices_.end(), [this](std::uint32_t a, std::uint32_t b) {
    const bool need_a = pending(a), need_b = pending(b);
    return need_a != need_b ? need_a : a < b;
  });
  frames_.push_back({machine_.taken(), first, first});
}

void ExactSearch::take_what_helps() {
  for (bool again = true; again;) {
    again = false;
    for (std::uint32_t t = 0; t < index_.threads(); ++t)
      while (machine_.done()[t] < allowed_[t]) {
        const std::uint32_t event = machine_.next(t);
        if (!only_helps(event) || !follows(event)) break;
        machine_.take(event);
        again = true;
      }
  }
}

bool ExactSearch::follows(std::uint32_t event) const {
  return machine_.possible(event) &&
         (!is_read(index_.event(event)) ||
          machine_.last_write(index_.event(event).object) == index_.writer(event));
}

// Whether it may come as soon as it can: what continues without it, or before it, also continues after it.
bool ExactSearch::only_helps(std::uint32_t i) const {
  const Event& event = index_.event(i);
  switch (event.kind) {
    case EventKind::kRead:
    case EventKind::kOther:
    case EventKind::kFork:
    case EventKind::kJoin:
    case EventKind::kPost:
    case EventKind::kLeave:
    case EventKind::kTryFailed: return true;
    case EventKind::kRelease:
    case EventKind::kReadRelease: return !index_.tried(event.object);
    case EventKind::kWait: return !index_.tried(event.lock);
    default: return false;
  }
}

bool ExactSearch::pending(std::uint32_t event) const {
  const std::uint32_t thread = index_.event(event).thread, position = index_.position(event);
  return position >= machine_.done()[thread] && position < required_[thread];
}

bool ExactSearch::harms(std::uint32_t i) const {
  const Event& event = index_.event(i);
  if (is_write(event)) return harms_goal(i) || harms_reads(event.object, i);
  return closes_too_early(i);
}

bool ExactSearch::harms_reads(std::uint32_t variable, std::uint32_t event) const {
  const std::uint32_t last = machine_.last_write(variable);
  const auto readers = last == kNone ? index_.initial_readers_of(variable) : index_.readers_of(last);
  return std::any_of(readers.begin(), readers.end(),
                     [&](std::uint32_t reader) { return reader != event && pending(reader); });
}

// The challenger has to be the last write of its variable: nothing after it, and nothing required left.
bool ExactSearch::harms_goal(std::uint32_t i) const {
  const std::uint32_t variable = index_.event(i).object;
  if (variable != goal_.variable) return false;
  if (goal_.challenger == kNone) return true;
  if (i != goal_.challenger) {
    const std::uint32_t thread = index_.event(goal_.challenger).thread;
    return machine_.done()[thread] > index_.position(goal_.challenger);
  }
  for (std::uint32_t t = 0; t < index_.threads(); ++t) {
    const auto writes = index_.writes_of(variable, t);
    const auto next = std::partition_point(writes.begin(), writes.end(), [&](std::uint32_t w) {
      return index_.position(w) < machine_.done()[t];
    });
    for (auto each = next; each != writes.end() && each < next + 2; ++each)
      if (*each != i && pending(*each)) return true;
  }
  return false;
}

// A section that contains the read stays open: all others that are required must come before.
bool ExactSearch::closes_too_early(std::uint32_t i) const {
  for (const std::uint32_t held : held_) {
    const Section& mine = index_.sections()[held];
    if (mine.first != i) continue;
    for (std::uint32_t t = 0; t < index_.threads(); ++t) {
      if (t == index_.event(i).thread) continue;
      for (const std::uint32_t other : index_.sections_of(mine.lock, t)) {
        const Section& section = index_.sections()[other];
        if (pending(section.first) && !(mine.shared && section.shared)) return true;
      }
    }
  }
  return false;
}

}  // namespace stalemate::predict

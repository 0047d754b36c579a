#include "explore/states/fair_state_cache.h"

namespace stalemate::explore {

using wire::RecordKind;

FairStateCache::FairStateCache(MemorySource source, std::uint32_t fair, bool bounded, std::uint64_t most)
    : met_(source),
      most_(most),
      fair_(fair),
      bounded_(bounded),
      fairness_(std::make_unique_for_overwrite<Fairness>()),
      now_{} {}

void FairStateCache::begin() {
  fairness_->begin(fair_);
  enabled_ = runs_on_ = finished_ = held_back_ = 0;
  last_ = 0;
  stepped_ = yielded_ = false;
  is_fair_ = true;
  fresh_.clear();
  met_at_ = kNone;
}

void FairStateCache::read(const LogView& log, std::uint32_t first) {
  begin();
  graph_.start(log);
  std::uint32_t point = 0;
  for (const wire::Record& record : log.records) {
    switch (record.kind) {
      case RecordKind::kEnabled:
      case RecordKind::kDisabled: change_enabled(record); break;
      case RecordKind::kStep:
      case RecordKind::kChoice:
        if (!take_point(record.kind == RecordKind::kStep, point++, first)) return;
        break;
      default: break;
    }
  }
}

void FairStateCache::change_enabled(const wire::Record& record) {
  const std::uint32_t thread = graph_.thread(record.thread);
  if (thread == Numbering::kNoName) return;
  const Threads bit = only(thread);
  const bool disabled = record.kind == RecordKind::kDisabled;
  enabled_ &= ~bit;
  runs_on_ &= ~bit;
  held_back_ &= ~bit;
  if (disabled && record.value == wire::kHeldBack) held_back_ |= bit;
  if (!disabled || record.value == wire::kHeldBack) enabled_ |= bit;
  if (!disabled && record.value == 0) runs_on_ |= bit;
  if (disabled && record.value == wire::kFinished) finished_ |= bit;
}

// Looks up the state before the point and takes the point's action.
bool FairStateCache::take_point(bool thread_point, std::uint32_t point, std::uint32_t first) {
  if (thread_point) account_for_step();
  if (point >= first && met_at_ == kNone) {
    const Hash128 hash = state();
    if (met_.find(hash) != nullptr)
      met_at_ = point;
    else
      fresh_.push_back(hash);
  }
  if (!graph_.next()) return false;
  // A step and the choices that belong to it are one for fairness.
  const LogAction& action = graph_.action();
  yielded_ = (stepped_ && yielded_) || action.yields;
  stepped_ = true;
  last_ = graph_.thread(action.thread);
  return true;
}

void FairStateCache::account_for_step() {
  if (!stepped_) return;
  now_.word[0] = enabled_;
  fairness_->stepped(last_, yielded_ ? Yield::kProven : Yield::kNone, now_, Numbering::kMostThreads);
  stepped_ = false;
  Threads held_back = 0;
  for (std::uint32_t n = 0; n < fairness_->yielders(); ++n)
    if (fairness_->holds_back(fairness_->yielder(n), now_)) held_back |= only(fairness_->yielder(n));
  is_fair_ &= (held_back & enabled_) == held_back_;
}

Hash128 FairStateCache::state() const {
  Mixer128 mixer;
  mixer.add(graph_.hash());
  mixer.add(bounded_ && (runs_on_ & only(last_)) != 0 ? last_ + std::uint64_t{1} : 0);
  Hash128 windows;  // independent of order
  for (std::uint32_t n = 0; n < fairness_->yielders(); ++n) {
    const Fairness::Window& window = *fairness_->window_of(fairness_->yielder(n));
    if ((finished_ & only(window.thread)) == 0) windows ^= state_of(window);
  }
  mixer.add(windows);
  return mixer.hash();
}

Hash128 FairStateCache::state_of(const Fairness::Window& window) const {
  const Threads waits_for = window.waits_for.word[0] & ~finished_;
  const Threads scheduled = window.scheduled.word[0] & ~finished_;
  // A thread in P that is scheduled is in S from then on; until then it is in P, whatever E and D contain.
  const Threads settled = finished_ | scheduled | waits_for;
  const Threads disabled = window.disabled.word[0] & ~settled;
  Mixer128 mixer;
  mixer.add(std::uint64_t{window.thread} << 32 | std::uint64_t{window.yields} << 1 | (window.open ? 1 : 0));
  mixer.add(waits_for);
  mixer.add(scheduled);
  mixer.add(disabled);
  mixer.add(window.always.word[0] & ~settled & ~disabled);
  return mixer.hash();
}

void FairStateCache::keep(Summary& summary, std::size_t) {
  for (const Hash128 hash : fresh_) {
    if (most_ != 0 && met_.size() >= most_) break;
    met_.insert({hash});
  }
  summary.prefixes = met_.size();
}

}  // namespace stalemate::explore

#include "explore/strategy/expansion.h"

#include <algorithm>

namespace stalemate::explore {

Fit Expansion::read(const LogView& log, const Origin& origin, Costs costs, std::uint32_t end) {
  segments_.clear();
  ids_.clear();
  walk_.start(log);
  const Fit fit = walk_points(origin, costs, end);
  if (fit != Fit::kFits) {
    while (walk_.next()) {
    }
    segments_.clear();
  }
  return fit;
}

Fit Expansion::walk_points(const Origin& origin, Costs costs, std::uint32_t end) {
  const std::uint32_t first = origin.root ? 0 : origin.deviation.point + 1;
  while (walk_.next()) {
    const std::uint32_t point = walk_.point();
    if (point < first) {
      if (point >= origin.check_point && !keeps_promise(origin)) return Fit::kPrefixDiffers;
    } else if (costs != Costs::kNone && point < end) {
      const bool follows =
          walk_.is_thread_point() ? add_thread_point(kind_of_thread_point(costs)) : add_data_point();
      if (!follows) return Fit::kMalformed;
    }
  }
  if (walk_.malformed()) return Fit::kMalformed;
  return walk_.counts().points < first ? Fit::kPrefixDiffers : Fit::kFits;
}

// From the check to the deviation the parent ran one thread, and no thread became enabled or disabled: else
// the points would not have been one segment.
bool Expansion::keeps_promise(const Origin& origin) {
  const std::uint32_t point = walk_.point();
  const wire::Record& r = walk_.record();
  if (point == origin.check_point) {
    if (walk_.prefix_hash() != origin.check_hash) return false;
    version_ = walk_.enabled().version();
    chosen_ = r.thread;
  }
  if (version_ != walk_.enabled().version()) return false;
  if (point < origin.deviation.point) return walk_.is_thread_point() && r.thread == chosen_;
  return (walk_.is_thread_point() ? r.thread : r.value) == origin.deviation.choice;
}

bool Expansion::add_data_point() {
  const wire::Record& r = walk_.record();
  if (r.value != 0 || r.object > 0xffffffffu) return false;
  if (r.object > 1) {
    const std::uint32_t point = walk_.point();
    segments_.push_back({Segment::Kind::kData, point, point, walk_.prefix_hash(), 0, 0,
                         static_cast<std::uint32_t>(r.object) - 1});
  }
  return true;
}

Segment::Kind Expansion::kind_of_thread_point(Costs costs) const {
  if (costs == Costs::kDelays) return Segment::Kind::kDelays;
  return costs == Costs::kPreemptions && walk_.last_runs_on() ? Segment::Kind::kPreemptive
                                                              : Segment::Kind::kFree;
}

// Among the enabled threads, which are ids_ from `first` on, by path.
std::uint16_t Expansion::choice_of_tail(Segment::Kind kind, std::size_t first) const {
  if (kind == Segment::Kind::kPreemptive || (kind == Segment::Kind::kDelays && walk_.last_runs_on()))
    return static_cast<std::uint16_t>(walk_.last());
  const auto begin = ids_.begin() + static_cast<std::ptrdiff_t>(first);
  if (kind == Segment::Kind::kFree) return *begin;
  const ThreadPaths& paths = walk_.paths();
  const std::uint32_t rank = paths.rank(walk_.last());
  const auto next = std::find_if(begin, ids_.end(), [&](std::uint16_t id) { return paths.rank(id) > rank; });
  return next != ids_.end() ? *next : *begin;
}

bool Expansion::add_thread_point(Segment::Kind kind) {
  const EnabledSet& enabled = walk_.enabled();
  const std::uint16_t chosen = walk_.record().thread;
  const std::uint32_t point = walk_.point();
  // Nothing changed since the previous point: the same thread must be chosen among the same. A turn passes on
  // from a thread that only waits for its timeout, though nothing changed.
  if (!segments_.empty() && segments_.back().hi + 1 == point && segments_.back().kind == kind &&
      version_ == enabled.version() && (kind != Segment::Kind::kDelays || walk_.last_runs_on())) {
    segments_.back().hi = point;
    return chosen == chosen_;
  }
  const std::size_t first = ids_.size();
  enabled.append_by_path(walk_.paths(), ids_);
  if (chosen != choice_of_tail(kind, first)) return false;
  const auto at = std::find(ids_.begin() + static_cast<std::ptrdiff_t>(first), ids_.end(), chosen);
  const auto before = static_cast<std::uint32_t>(at - ids_.begin()) - static_cast<std::uint32_t>(first);
  ids_.erase(at);
  const auto others = static_cast<std::uint32_t>(ids_.size() - first);
  if (others == 0) return true;
  segments_.push_back(
      {kind, point, point, walk_.prefix_hash(), static_cast<std::uint32_t>(first), before, others - before});
  version_ = enabled.version();
  chosen_ = chosen;
  return true;
}

}  // namespace stalemate::explore

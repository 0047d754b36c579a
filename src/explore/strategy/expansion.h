// What one finished execution leaves to be explored: the alternatives at its points after the item's last
// deviation. Neighbouring points with the same alternatives are one segment, so that a long execution costs
// no more than its switches. Reused from log to log; allocates nothing once warm.
#pragma once

#include <cstdint>
#include <vector>

#include "explore/engine/fit.h"
#include "model/log/log_walk.h"

namespace stalemate::explore {

// What an alternative costs.
enum class Costs {
  kNone,         // there are no alternatives: each item is a separate sample
  kNothing,      // every alternative belongs to the same round
  kPreemptions,  // taking the processor from the last thread belongs to the next bound (S3)
  kDelays,       // the k-th thread after the one whose turn it is, cyclically by path, costs k bounds
};

// Where an item came from, to check whether its log fits.
struct Origin {
  bool root = true;               // no deviations at all
  wire::Deviation deviation;      // the last one
  std::uint32_t check_point = 0;  // <= deviation.point: the prefix up to here ...
  std::uint32_t check_hash = 0;   // ... had this hash when the alternative was found
};

// The points lo..hi of the execution. `ids` of the expansion holds, from `first`, `before` threads whose path
// is less than the chosen one's, then `after` threads whose path is greater; a data point (lo = hi) has no
// ids: its alternatives are 1..after. With kDelays the first of those after costs one bound, the next one
// two, and so on; those before continue the count.
struct Segment {
  enum class Kind : std::uint8_t { kPreemptive, kFree, kData, kDelays };
  Kind kind = Kind::kFree;
  std::uint32_t lo = 0, hi = 0;
  std::uint32_t hash = 0;  // of the prefix before lo
  std::uint32_t first = 0, before = 0, after = 0;
};

class Expansion {
 public:
  // Reads the log. With a fit other than kFits there are no segments. From point `end` on there are no
  // alternatives, and the tail policy does not hold.
  Fit read(const LogView& log, const Origin& origin, Costs costs, std::uint32_t end = ~0u);

  const std::vector<Segment>& segments() const { return segments_; }
  const std::uint16_t* ids(const Segment& segment) const { return ids_.data() + segment.first; }
  LogCounts counts() const { return walk_.counts(); }

 private:
  Fit walk_points(const Origin& origin, Costs costs, std::uint32_t end);
  bool keeps_promise(const Origin& origin);
  bool add_data_point();
  bool add_thread_point(Segment::Kind kind);
  Segment::Kind kind_of_thread_point(Costs costs) const;
  std::uint16_t choice_of_tail(Segment::Kind kind, std::size_t first) const;

  LogWalk walk_;
  std::vector<Segment> segments_;
  std::vector<std::uint16_t> ids_;
  std::uint64_t version_ = 0;  // of the enabled set, where the last segment ends or the check began
  std::uint16_t chosen_ = 0;   // at all points of the last segment
};

}  // namespace stalemate::explore

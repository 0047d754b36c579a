// A depth bound on another strategy: it explores the first points of every execution. There executions are
// cut, or each continues as a random walk to its end, of which no alternatives are explored (the second
// paper, section 4.2.1). The walk depends on the seed and on the beginning of the execution, not on its
// number.
//
// With walks, what lies beyond the depth is explored only in part, and programs that need not end do end
// sooner or later. Either way the search is complete only if every execution ended within the depth.
#pragma once

#include <memory>
#include <utility>

#include "explore/strategy/strategy.h"

namespace stalemate::explore {

enum class Beyond { kCut, kWalk };

class DepthBound final : public Strategy {
 public:
  DepthBound(std::unique_ptr<Strategy> within, std::uint32_t depth, Beyond beyond, std::uint64_t seed)
      : within_(std::move(within)), depth_(depth), beyond_(beyond), seed_(seed) {}
  Round round() const override;
  Sequel after(const RoundEnd& end) override;
  bool counts_per_bound() const override { return within_->counts_per_bound(); }

 private:
  std::unique_ptr<Strategy> within_;
  std::uint32_t depth_;
  Beyond beyond_;
  std::uint64_t seed_;
  bool reached_ = false;
};

}  // namespace stalemate::explore

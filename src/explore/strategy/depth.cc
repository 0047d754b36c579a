#include "explore/strategy/depth.h"

#include "base/check.h"

namespace stalemate::explore {
namespace {

Round cut_at(std::uint32_t depth) {
  Round round;
  round.tail = wire::Tail::kLeast;
  round.costs = Costs::kNothing;
  round.cut_points = depth;
  return round;
}

Sequel exhausted(std::uint32_t depth, const RoundEnd& end) {
  Sequel sequel;
  sequel.completed = depth;
  sequel.complete = !end.cut;
  return sequel;
}

}  // namespace

Round BoundedDepth::round() const { return cut_at(depth_); }

Sequel BoundedDepth::after(const RoundEnd& end) { return exhausted(depth_, end); }

IterativeDepth::IterativeDepth(std::uint32_t start, std::uint32_t step) : depth_(start), step_(step) {
  STALEMATE_CHECK(start > 0 && step > 0, "iterative deepening needs a positive start and step");
}

Round IterativeDepth::round() const { return cut_at(depth_); }

Sequel IterativeDepth::after(const RoundEnd& end) {
  Sequel sequel = exhausted(depth_, end);
  if (end.cut) {
    sequel.kind = Sequel::Kind::kRestart;
    depth_ += step_;
  }
  return sequel;
}

}  // namespace stalemate::explore

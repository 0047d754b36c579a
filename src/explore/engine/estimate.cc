#include "explore/engine/estimate.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stalemate::explore {
namespace {

constexpr std::size_t kFewest = 4;       // fewer stretches do not show the spread
constexpr std::size_t kCourseFrom = 16;  // trees, and stretches, from which on a search has a course
constexpr double kDeviations = 2;        // standard deviations of the error
// What the order may hide, however even the search was so far: chosen on toy programs so that the error
// covers nine of ten.
constexpr double kHiddenByOrder = 0.7;
constexpr double kHiddenByCourse = 0.35;  // if the course of the previous search is known

}  // namespace

void TreeEstimate::begin(std::uint64_t trees) {
  levels_.clear();
  levels_.push_back({trees == 0 ? 0 : 1 / static_cast<double>(trees), trees});
  contradicted_ = false;
  trees_ = trees;
  done_ = 0;
  closed_ = 0;
  width_ = 0;
  past_ = open_ = {};
  course_length_ = 0;
  split_before_ = 0;
}

void TreeEstimate::begin_next(std::uint64_t trees) {
  const double split = beyond_roots();
  // A single tree grows or shrinks in its own way: it does not predict a search of many.
  const bool similar = !contradicted_ && trees_ >= kCourseFrom && closed_ >= kCourseFrom;
  if (similar) remember_course();
  const std::size_t length = similar ? course_length_ : 0;
  begin(trees);
  course_length_ = length;
  split_before_ = split;
}

void TreeEstimate::remember_course() {
  const Stretch all{past_.weight + open_.weight, past_.executions + open_.executions};
  Stretch sum;
  for (std::size_t n = 0; n < closed_; ++n) {
    sum.weight += stretches_[n].weight / all.weight;
    sum.executions += stretches_[n].executions / all.executions;
    course_[n] = sum;
  }
  course_length_ = closed_;
}

double TreeEstimate::take() {
  Level& level = levels_.back();
  contradicted_ |= level.left == 0;
  level.left -= level.left > 0;
  return level.weight;
}

void TreeEstimate::enter(std::uint32_t successors) {
  contradicted_ |= successors == 0;
  if (contradicted_) return;
  levels_.push_back({take() / successors, successors});
}

void TreeEstimate::leaf(bool executed) {
  credit(take(), executed ? 1 : 0);
  done_ += executed;
}

void TreeEstimate::leave() {
  contradicted_ |= levels_.size() == 1;
  if (contradicted_) return;
  const Level level = levels_.back();
  levels_.pop_back();
  if (level.left > 0) credit(level.weight * static_cast<double>(level.left), 0);
}

void TreeEstimate::execution(std::span<const Split> splits) {
  if (contradicted_) return;
  while (levels_.back().left == 0 && levels_.size() > 1) levels_.pop_back();
  double weight = take();
  for (const Split& split : splits) {
    for (std::uint32_t point = 0; point < split.points; ++point) {
      weight /= split.ways;
      levels_.push_back({weight, split.ways - std::uint64_t{1}});
    }
  }
  credit(weight, 1);
  ++done_;
}

void TreeEstimate::credit(double weight, double executions) {
  if (contradicted_) return;
  open_.weight += weight;
  open_.executions += executions;
  if (open_.weight >= width_) close_stretch();
}

void TreeEstimate::close_stretch() {
  if (open_.weight <= 0) return;  // too light for a number: deep in a large tree
  past_.weight += open_.weight;
  past_.executions += open_.executions;
  stretches_[closed_++] = open_;
  const double width = open_.weight;
  open_ = {};
  if (width >= 2 * width_) {
    width_ = width;
    join_stretches();
  } else if (closed_ == kStretches) {
    width_ *= 2;
    join_stretches();
  }
}

// Joins neighbours until each has the width.
void TreeEstimate::join_stretches() {
  std::size_t kept = 0;
  Stretch joined;
  for (std::size_t n = 0; n < closed_; ++n) {
    joined.weight += stretches_[n].weight;
    joined.executions += stretches_[n].executions;
    if (joined.weight < width_ && n + 1 < closed_) continue;
    stretches_[kept++] = joined;
    joined = {};
  }
  closed_ = kept;
}

// Never falls as the weight grows, and is 1 at 1.
double TreeEstimate::share_at(double weight) const {
  if (course_length_ == 0) return weight;
  const auto to = std::find_if(course_.begin(), course_.begin() + static_cast<std::ptrdiff_t>(course_length_),
                               [weight](const Stretch& s) { return s.weight >= weight; });
  const auto length = static_cast<std::size_t>(to - course_.begin());
  const Stretch after = length < course_length_ ? *to : Stretch{1, 1};
  const Stretch before = length > 0 ? course_[length - 1] : Stretch{};
  const double width = after.weight - before.weight;
  const double part = width > 0 ? std::min((weight - before.weight) / width, 1.0) : 1;
  return std::sqrt(weight * (before.executions + part * (after.executions - before.executions)));
}

std::optional<Estimate> TreeEstimate::now() const {
  if (contradicted_) return std::nullopt;
  Estimate estimate;
  estimate.done = done_;
  const auto done = static_cast<double>(done_);
  if (std::all_of(levels_.begin(), levels_.end(), [](const Level& level) { return level.left == 0; })) {
    estimate.share = 1;
    estimate.executions = done;
    return estimate;
  }
  // A sum of rounded weights may slightly exceed one.
  const double last_before_one = std::nextafter(1.0, 0.0);
  const double weight = std::min(past_.weight + open_.weight, last_before_one);
  estimate.share = std::min(share_at(weight), last_before_one);
  estimate.error = std::numeric_limits<double>::infinity();
  if (estimate.share <= 0 || done_ == 0) return estimate;
  estimate.executions = done / estimate.share;
  if (closed_ < kFewest) return estimate;
  const double hidden = course_length_ > 0 ? kHiddenByCourse : kHiddenByOrder;
  estimate.error =
      std::expm1(std::hypot(kDeviations * spread(estimate.share) / estimate.executions,
                            hidden * (1 - estimate.share) * std::max(beyond_roots(), split_before_)));
  return estimate;
}

// How much of the search was unknown when it began. Nothing is hidden in trees of one execution each.
double TreeEstimate::beyond_roots() const {
  const auto begun = static_cast<double>(trees_ - levels_.front().left);
  return done_ == 0 ? 0 : std::max(0.0, 1 - begun / static_cast<double>(done_));
}

// The standard deviation of the expected executions, as if the stretches were drawn at random: the larger one
// of short and of long stretches, since neighbours are alike. If it grows with the length, it will grow
// beyond the longest observed stretch, too.
double TreeEstimate::spread(double share) const {
  std::array<double, kStretches + 1> shares;  // where stretches begin
  double weight = shares[0] = 0;
  for (std::size_t n = 0; n < closed_; ++n) shares[n + 1] = share_at(weight += stretches_[n].weight);
  const double rate = past_.executions / shares[closed_];
  double worst = 0, shortest = 0, growth = 0;
  for (std::size_t size = 1; closed_ / size >= kFewest; size *= 2) {
    const std::size_t groups = closed_ / size;
    double squares = 0;
    for (std::size_t n = 0; n < groups * size; n += size) {
      double difference = -rate * (shares[n + size] - shares[n]);
      for (std::size_t i = n; i < n + size; ++i) difference += stretches_[i].executions;
      squares += difference * difference;
    }
    const auto count = static_cast<double>(groups);
    const double deviation = std::sqrt(squares * count / (count - 1) * (1 - share)) / shares[groups * size];
    worst = std::max(worst, deviation * (1 + 4 / count));
    if (size == 1) shortest = deviation;
    if (size > 1 && deviation > shortest && shortest > 0)
      growth = std::max(
          growth, std::log(deviation / shortest) / std::log(static_cast<double>(size)) * (1 - 2 / count));
  }
  const double longer = static_cast<double>(closed_) / kFewest / share;
  return std::max(worst, shortest * std::pow(longer, std::min(growth, 0.5)));
}

}  // namespace stalemate::explore

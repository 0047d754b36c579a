// When work must end: at a deadline, or when the user interrupts. Findings are still repeated once, so that
// they can be reported with their interleavings; for that there is a short grace period. One owner, one
// thread.
#pragma once

#include <atomic>
#include <chrono>
#include <optional>

namespace stalemate::host {

class TimeLimits {
 public:
  using Clock = std::chrono::steady_clock;

  TimeLimits() = default;
  // Both are optional.
  TimeLimits(std::optional<Clock::time_point> deadline, const std::atomic<bool>* interrupted)
      : deadline_(deadline), interrupted_(interrupted) {}

  const std::optional<Clock::time_point>& deadline() const { return deadline_; }
  bool interrupted() const {
    return interrupted_ != nullptr && interrupted_->load(std::memory_order_relaxed);
  }
  bool past_deadline() const { return deadline_ && Clock::now() >= *deadline_; }
  bool over() const { return interrupted() || past_deadline(); }
  // Over for so long that a computation which can be stopped only between two of its parts is cut within one.
  bool over_for_long() const {
    if (!over()) return false;
    if (!cut_at_) cut_at_ = Clock::now() + kCut;
    return Clock::now() >= *cut_at_;
  }
  // Over, and the grace period has ended. It begins with the first call after the end.
  bool over_finally() const {
    if (!over()) return false;
    if (!grace_ends_) grace_ends_ = Clock::now() + kGrace;
    return Clock::now() >= *grace_ends_;
  }

 private:
  static constexpr auto kCut = std::chrono::milliseconds(100);
  static constexpr auto kGrace = std::chrono::seconds(1);

  std::optional<Clock::time_point> deadline_;
  const std::atomic<bool>* interrupted_ = nullptr;
  mutable std::optional<Clock::time_point> cut_at_, grace_ends_;
};

}  // namespace stalemate::host

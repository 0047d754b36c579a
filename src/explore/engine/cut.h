// Ends a search within a long computation when the host reports that time is up. The search itself has no
// clock: it asks from time to time, by the work done since, so that asking costs almost nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>

namespace stalemate::explore {

class Cut {
 public:
  Cut() = default;
  // Empty: never.
  explicit Cut(std::function<bool()> asks) : asks_(std::move(asks)) {}

  // Whether the search must end now. `work`: done since the last call, in visits of about one action. Once
  // true, always true.
  bool now(std::uint32_t work = 1) {
    if (cut_ || !asks_) return cut_;
    work_ += work;
    if (work_ < kAsksEvery) return false;
    work_ = 0;
    return cut_ = asks_();
  }
  bool was() const { return cut_; }

 private:
  static constexpr std::uint32_t kAsksEvery = 1u << 12;  // less than a millisecond

  std::function<bool()> asks_;
  std::uint32_t work_ = 0;
  bool cut_ = false;
};

}  // namespace stalemate::explore

// Ends a search within a computation that takes long, where the host says that time is up. The search itself
// has no clock: it asks now and then, by how much it has done since, so that asking costs next to nothing.
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

  // Whether the search has to end now. `work`: done since the last call, in looks at one action or so. Once
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

// The operations of a random test, for the message of a check that fails: the seed, then each operation in
// order.
#pragma once

#include <cstdint>
#include <random>
#include <sstream>
#include <string>

namespace stalemate::test {

class Trail {
 public:
  explicit Trail(std::uint32_t seed) : random(seed), seed_(seed) {}

  template <class... Words>
  void add(const Words&... words) {
    ((operations_ << ' ' << words), ...);
    operations_ << '\n';
  }
  std::string text() const { return "seed " + std::to_string(seed_) + ", operations:\n" + operations_.str(); }

  std::uint32_t below(std::size_t n) { return static_cast<std::uint32_t>(random() % n); }
  bool chance(std::uint32_t percent) { return below(100) < percent; }

  std::mt19937 random;

 private:
  std::uint32_t seed_;
  std::ostringstream operations_;
};

}  // namespace stalemate::test

// SipHash-2-4 with 128 bits: a hash that cannot be computed without the key.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace stalemate {

using SipKey = std::array<std::uint8_t, 16>;
using SipHash = std::array<std::uint8_t, 16>;

// Of bytes that come in pieces.
class SipHasher {
 public:
  explicit SipHasher(const SipKey& key);
  void add(std::string_view bytes);
  // Nothing may follow.
  SipHash finish();

 private:
  void round(int times);
  void take(std::uint64_t word);
  std::uint64_t half();

  std::uint64_t a_, b_, c_, d_;
  std::uint64_t rest_ = 0;   // bytes that do not fill a word yet
  std::uint64_t bytes_ = 0;  // in all
};

SipHash siphash(const SipKey& key, std::string_view bytes);

}  // namespace stalemate

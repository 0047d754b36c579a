// 128-bit hashes for sets of which no two may be confused. With n different sets the odds that any two share
// a hash are below n² / 2^129: a thousand million of them, 1.5e-21. (32 bits, as in the third paper, would
// collide at our speeds within a tenth of a second.) Not for adversaries.
#pragma once

#include <cstdint>

namespace stalemate {

struct Hash128 {
  std::uint64_t low = 0, high = 0;

  friend constexpr Hash128 operator^(Hash128 a, Hash128 b) { return {a.low ^ b.low, a.high ^ b.high}; }
  constexpr Hash128& operator^=(Hash128 other) { return *this = *this ^ other; }
  friend constexpr bool operator==(Hash128 a, Hash128 b) { return a.low == b.low && a.high == b.high; }
  friend constexpr bool operator!=(Hash128 a, Hash128 b) { return !(a == b); }
};

// Takes in words, one after the other. Two folded multiplications with different odd constants: each half is
// a separate hash.
class Mixer128 {
 public:
  constexpr void add(std::uint64_t word) {
    low_ = folded(low_ ^ word, 0xa0761d6478bd642fu);
    high_ = folded(high_ + word, 0xe7037ed1a0b428dbu);
  }
  constexpr void add(Hash128 hash) {
    add(hash.low);
    add(hash.high);
  }
  constexpr Hash128 hash() const {
    return {folded(low_ ^ high_, 0x8ebc6af09c88c6e3u), folded(high_ + (low_ >> 7), 0x589965cc75374cc3u)};
  }

 private:
  static constexpr std::uint64_t folded(std::uint64_t a, std::uint64_t b) {
    __extension__ using Wide = unsigned __int128;
    // A zero factor would forget the other one.
    const Wide product = static_cast<Wide>(a ^ 0x2d358dccaa6c78a5u) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64) ^ a;
  }

  std::uint64_t low_ = 0x243f6a8885a308d3u, high_ = 0x13198a2e03707344u;
};

}  // namespace stalemate

// The stretch that a sequence repeats at its end: what an execution in a cycle leaves in its log (S9). Pure.
#pragma once

#include <cstdint>

namespace stalemate {

struct Repetition {
  std::uint32_t period = 0;  // of one round; 0: nothing repeats
  std::uint32_t length = 0;  // of the part at the end that has this period
  std::uint32_t turns() const { return period == 0 ? 0 : length / period; }
};

// The shortest period that the last `least_length` tokens or more have, for `least_turns` or more. Linear;
// `scratch` has room for `count` numbers.
inline Repetition find_repetition(const std::uint64_t* tokens, std::uint32_t count, std::uint32_t least_turns,
                                  std::uint32_t least_length, std::uint32_t* scratch) {
  // The Z function of the reversed sequence: how far it agrees with itself shifted by p.
  const auto token = [&](std::uint32_t n) { return tokens[count - 1 - n]; };
  std::uint32_t left = 0, right = 0;
  for (std::uint32_t p = 1; p < count; ++p) {
    std::uint32_t same = 0;
    if (p < right) same = scratch[p - left] < right - p ? scratch[p - left] : right - p;
    while (p + same < count && token(same) == token(p + same)) ++same;
    if (p + same > right) {
      left = p;
      right = p + same;
    }
    scratch[p] = same;
    const Repetition found{p, p + same};
    if (found.turns() >= least_turns && found.length >= least_length) return found;
  }
  return {};
}

}  // namespace stalemate

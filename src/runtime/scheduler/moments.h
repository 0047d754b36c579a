// Words that may be moments of virtual time (S12): the value of a clock, or a deadline computed from it. A
// loop that reads a clock repeats itself except for the time if all of them have advanced with the clock
// (S9).
//
// Virtual clocks start at odd numbers, so that hardly anything else looks like a moment. A false match can
// only prevent the proof that a loop repeats itself.
#pragma once

#include <bit>
#include <cstdint>
#include <initializer_list>

#include "runtime/core/virtual_time.h"

namespace stalemate::rt::moments {

inline constexpr std::uint64_t kNear = 1000000 * kSecond;  // of the start of a clock

// Whether a clock may show this number of nanoseconds. No clock ever shows the start values themselves: they
// are numbers of the runtime.
constexpr bool is_near(std::uint64_t ns) {
  for (const std::uint64_t start : {kMonotonicStart, kWallStart})
    if (ns - (start - kNear) < 2 * kNear) return ns != start;
  return false;
}

// The unit, in nanoseconds, in which the word is a moment; 0: the word is not a moment.
constexpr std::uint64_t unit_of(std::uint64_t word) {
  for (std::uint64_t unit = 1; unit <= kSecond; unit *= 1000)
    if (word < ~std::uint64_t{0} / unit && is_near(word * unit + (unit == 1 ? 0 : 1))) return unit;
  return 0;
}

inline bool is_real_moment(std::uint64_t word) {
  const double value = std::bit_cast<double>(word);
  if (!(value > 1e6 && value < 1e19)) return false;
  for (double unit = 1; unit <= 1e9; unit *= 1000)
    if (value * unit < 1e19 && is_near(static_cast<std::uint64_t>(value * unit))) return true;
  return false;
}

// As a whole, as a double, or as seconds in one half of the word.
inline bool may_be_moment(std::uint64_t word) {
  return unit_of(word) != 0 || unit_of(word >> 32) == kSecond || unit_of(word & 0xffffffff) == kSecond ||
         is_real_moment(word);
}

// The word relative to a thread whose clock shows `now`: for a moment, its distance.
inline std::uint64_t seen_from(std::uint64_t now, std::uint64_t word) {
  if (const std::uint64_t unit = unit_of(word)) return word * unit - now;
  return may_be_moment(word) ? word ^ now * 0x9e3779b97f4a7c15u : word;
}

// Seconds and nanoseconds in libc's order, or reversed, as registers may be saved. Returns the moment in
// nanoseconds; 0: the words are not a moment.
inline std::uint64_t moment_of(std::uint64_t first, std::uint64_t second) {
  if (second < kSecond && unit_of(first) == kSecond) return first * kSecond + second;
  if (first < kSecond && unit_of(second) == kSecond) return second * kSecond + first;
  return 0;
}

}  // namespace stalemate::rt::moments

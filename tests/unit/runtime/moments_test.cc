#include "runtime/scheduler/moments.h"

#include <gtest/gtest.h>

#include <bit>

namespace stalemate::rt {
namespace {

constexpr std::uint64_t kNow = kMonotonicStart + 5 * kSecond + 123456789;

TEST(Moments, AreKnownInEveryUnit) {
  EXPECT_EQ(moments::unit_of(kNow), 1u);
  EXPECT_EQ(moments::unit_of(kNow / 1000), 1000u);
  EXPECT_EQ(moments::unit_of(kNow / 1000000), 1000000u);
  EXPECT_EQ(moments::unit_of(kNow / kSecond), kSecond);
  EXPECT_EQ(moments::unit_of(kWallStart + 1000), 1u);
}

TEST(Moments, AreNotAddressesOrSmallNumbers) {
  for (const std::uint64_t word :
       {std::uint64_t{0}, std::uint64_t{1000}, std::uint64_t{0x7ffff7dd5000}, std::uint64_t{0x555555554000},
        std::uint64_t{0x440000800eb0}, ~std::uint64_t{0}})
    EXPECT_FALSE(moments::may_be_moment(word)) << word;
}

TEST(Moments, OfTheRuntimeItselfAreNumbers) {
  EXPECT_FALSE(moments::may_be_moment(kMonotonicStart));
  EXPECT_FALSE(moments::may_be_moment(kWallStart));
}

TEST(Moments, ThatMoveWithTheClockLookTheSame) {
  const std::uint64_t later = kNow + 7001000;
  EXPECT_EQ(moments::seen_from(kNow, kNow + 500), moments::seen_from(later, later + 500));
}

TEST(Moments, ThatStandStillLookDifferent) {
  const std::uint64_t later = kNow + 7001000;
  const std::uint64_t deadline = kNow + kSecond;
  for (const std::uint64_t unit : {std::uint64_t{1}, std::uint64_t{1000}, std::uint64_t{1000000}, kSecond})
    EXPECT_NE(moments::seen_from(kNow, deadline / unit), moments::seen_from(later, deadline / unit)) << unit;
  const auto real = std::bit_cast<std::uint64_t>(static_cast<double>(deadline) / 1e9);
  EXPECT_NE(moments::seen_from(kNow, real), moments::seen_from(later, real));
  const std::uint64_t half = deadline / kSecond << 32 | 7;
  EXPECT_NE(moments::seen_from(kNow, half), moments::seen_from(later, half));
}

TEST(Moments, OfTwoWordsAreKnownInEitherOrder) {
  EXPECT_EQ(moments::moment_of(kNow / kSecond, kNow % kSecond), kNow);
  EXPECT_EQ(moments::moment_of(kNow % kSecond, kNow / kSecond), kNow);
  EXPECT_EQ(moments::moment_of(1, 2), 0u);
}

}  // namespace
}  // namespace stalemate::rt

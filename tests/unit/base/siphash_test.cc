#include "base/siphash.h"

#include <gtest/gtest.h>

#include <string>

namespace stalemate {
namespace {

// Key 00 01 … 0f, messages 00 01 02 …: the vectors that the hash was published with.
TEST(SipHash, GivesThePublishedVectors) {
  SipKey key;
  for (std::uint8_t i = 0; i < 16; ++i) key[i] = i;
  const SipHash of_nothing = {0xa3, 0x81, 0x7f, 0x04, 0xba, 0x25, 0xa8, 0xe6,
                              0x6d, 0xf6, 0x72, 0x14, 0xc7, 0x55, 0x02, 0x93};
  const SipHash of_one = {0xda, 0x87, 0xc1, 0xd8, 0x6b, 0x99, 0xaf, 0x44,
                          0x34, 0x76, 0x59, 0x11, 0x9b, 0x22, 0xfc, 0x45};
  EXPECT_EQ(siphash(key, ""), of_nothing);
  EXPECT_EQ(siphash(key, std::string(1, '\0')), of_one);
}

TEST(SipHash, DependsOnEveryByte) {
  const SipKey key = {};
  std::string text(19, 'a');
  const SipHash before = siphash(key, text);
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string other = text;
    other[i] ^= 1;
    EXPECT_NE(siphash(key, other), before);
  }
  SipKey another = key;
  another[15] = 1;
  EXPECT_NE(siphash(another, text), before);
}

TEST(SipHash, IsTheSameOfPieces) {
  SipKey key;
  for (std::uint8_t n = 0; n < key.size(); ++n) key[n] = static_cast<std::uint8_t>(7 * n);
  std::string text;
  for (int n = 0; n < 40; ++n) text += static_cast<char>(n * 37);
  for (std::size_t first = 0; first <= text.size(); ++first)
    for (std::size_t second = first; second <= text.size(); ++second) {
      SipHasher hasher(key);
      hasher.add(std::string_view(text).substr(0, first));
      hasher.add(std::string_view(text).substr(first, second - first));
      hasher.add(std::string_view(text).substr(second));
      ASSERT_EQ(hasher.finish(), siphash(key, text)) << first << " " << second;
    }
}

}  // namespace
}  // namespace stalemate

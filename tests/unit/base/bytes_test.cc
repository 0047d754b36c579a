#include "base/bytes.h"

#include <gtest/gtest.h>

namespace stalemate {
namespace {

template <class Fill>
std::string sealed(Fill fill) {
  std::string bytes;
  ByteSink sink([&bytes](std::string_view piece) { bytes += piece; });
  fill(sink);
  sink.seal();
  return bytes;
}

TEST(Bytes, AreReadAsTheyWereWritten) {
  const std::string long_text(3'000'001, 'x');  // several pieces
  const std::string bytes = sealed([&](ByteSink& sink) {
    for (const std::uint64_t number : {0ull, 127ull, 128ull, 1ull << 63, ~0ull}) sink.number(number);
    sink.flag(true);
    sink.hash({1, 2});
    sink.text(long_text);
    sink.text("");
  });
  std::string_view content = bytes;
  ASSERT_TRUE(unseal(content));
  ByteSource source(content);
  for (const std::uint64_t number : {0ull, 127ull, 128ull, 1ull << 63, ~0ull})
    EXPECT_EQ(source.number(), number);
  EXPECT_TRUE(source.flag());
  EXPECT_EQ(source.hash(), (Hash128{1, 2}));
  EXPECT_EQ(source.text(), long_text);
  EXPECT_EQ(source.text(), "");
  EXPECT_TRUE(source.ok());
  EXPECT_TRUE(source.at_end());
  source.number();
  EXPECT_FALSE(source.ok());
}

TEST(Bytes, ThatAreMissingReadAsZero) {
  ByteSource source("\x05");
  EXPECT_EQ(source.text(), "");
  EXPECT_FALSE(source.ok());
  EXPECT_EQ(source.number(), 0u);
  EXPECT_EQ(source.hash(), Hash128{});
}

TEST(Bytes, OfANumberThatIsTooLargeAreRefused) {
  const std::string bytes = sealed([](ByteSink& sink) { sink.number(300); });
  ByteSource limited(bytes);
  EXPECT_EQ(limited.number(300), 0u);
  EXPECT_FALSE(limited.ok());
  ByteSource narrow(bytes);
  std::uint8_t small = 0;
  narrow.number_to(small);
  EXPECT_FALSE(narrow.ok());
  ByteSource endless("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff");
  endless.number();
  EXPECT_FALSE(endless.ok());
}

TEST(Bytes, AreSealed) {
  for (const std::size_t length : {0u, 1u, 7u, 8u, 9u, 40u}) {
    const std::string good = sealed([length](ByteSink& sink) { sink.text(std::string(length, '\0')); });
    std::string_view content = good;
    ASSERT_TRUE(unseal(content));
    EXPECT_EQ(content.size(), length + 1);
    for (std::size_t bit = 0; bit < good.size() * 8; ++bit) {
      std::string bad = good;
      bad[bit / 8] = static_cast<char>(bad[bit / 8] ^ 1 << bit % 8);
      content = bad;
      ASSERT_FALSE(unseal(content)) << "bit " << bit << " of " << length;
    }
    for (const std::string& other : {good + '\0', '\0' + good, good + good}) {
      content = other;
      ASSERT_FALSE(unseal(content));
    }
  }
}

}  // namespace
}  // namespace stalemate

#include "base/siphash.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace stalemate {
namespace {

static_assert(std::endian::native == std::endian::little);
constexpr std::size_t kWord = sizeof(std::uint64_t);

std::uint64_t word_at(const void* bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, kWord);
  return word;
}

}  // namespace

SipHasher::SipHasher(const SipKey& key)
    : a_(word_at(key.data()) ^ 0x736f6d6570736575),
      b_(word_at(key.data() + kWord) ^ 0x646f72616e646f6d ^ 0xee),
      c_(word_at(key.data()) ^ 0x6c7967656e657261),
      d_(word_at(key.data() + kWord) ^ 0x7465646279746573) {}

void SipHasher::round(int times) {
  for (; times > 0; --times) {
    a_ += b_, b_ = std::rotl(b_, 13) ^ a_, a_ = std::rotl(a_, 32);
    c_ += d_, d_ = std::rotl(d_, 16) ^ c_;
    a_ += d_, d_ = std::rotl(d_, 21) ^ a_;
    c_ += b_, b_ = std::rotl(b_, 17) ^ c_, c_ = std::rotl(c_, 32);
  }
}

void SipHasher::take(std::uint64_t word) {
  d_ ^= word;
  round(2);
  a_ ^= word;
}

std::uint64_t SipHasher::half() {
  round(4);
  return a_ ^ b_ ^ c_ ^ d_;
}

void SipHasher::add(std::string_view bytes) {
  if (const std::size_t filled = bytes_ % kWord; filled != 0) {
    const std::size_t more = std::min(kWord - filled, bytes.size());
    std::memcpy(reinterpret_cast<char*>(&rest_) + filled, bytes.data(), more);
    bytes.remove_prefix(more);
    bytes_ += more;
    if (bytes_ % kWord != 0) return;
    take(std::exchange(rest_, 0));
  }
  bytes_ += bytes.size();
  for (; bytes.size() >= kWord; bytes.remove_prefix(kWord)) take(word_at(bytes.data()));
  std::memcpy(&rest_, bytes.data(), bytes.size());
}

SipHash SipHasher::finish() {
  take(bytes_ << 56 | rest_);
  c_ ^= 0xee;
  const std::uint64_t low = half();
  b_ ^= 0xdd;
  const std::uint64_t high = half();
  SipHash hash;
  std::memcpy(hash.data(), &low, kWord);
  std::memcpy(hash.data() + kWord, &high, kWord);
  return hash;
}

SipHash siphash(const SipKey& key, std::string_view bytes) {
  SipHasher hasher(key);
  hasher.add(bytes);
  return hasher.finish();
}

}  // namespace stalemate

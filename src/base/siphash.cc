#include "base/siphash.h"

#include <bit>
#include <cstring>

namespace stalemate {
namespace {

static_assert(std::endian::native == std::endian::little);

std::uint64_t word_at(const void* bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

struct State {
  std::uint64_t a, b, c, d;

  void round(int times) {
    for (; times > 0; --times) {
      a += b, b = std::rotl(b, 13) ^ a, a = std::rotl(a, 32);
      c += d, d = std::rotl(d, 16) ^ c;
      a += d, d = std::rotl(d, 21) ^ a;
      c += b, b = std::rotl(b, 17) ^ c, c = std::rotl(c, 32);
    }
  }
  void take(std::uint64_t word) {
    d ^= word;
    round(2);
    a ^= word;
  }
  std::uint64_t finish() {
    round(4);
    return a ^ b ^ c ^ d;
  }
};

}  // namespace

SipHash siphash(const SipKey& key, std::string_view bytes) {
  const std::uint64_t first = word_at(key.data()), second = word_at(key.data() + 8);
  State state{first ^ 0x736f6d6570736575, second ^ 0x646f72616e646f6d ^ 0xee, first ^ 0x6c7967656e657261,
              second ^ 0x7465646279746573};
  const std::uint64_t last = std::uint64_t{bytes.size()} << 56;
  for (; bytes.size() >= 8; bytes.remove_prefix(8)) state.take(word_at(bytes.data()));
  std::uint64_t rest = 0;
  std::memcpy(&rest, bytes.data(), bytes.size());
  state.take(last | rest);
  state.c ^= 0xee;
  const std::uint64_t low = state.finish();
  state.b ^= 0xdd;
  const std::uint64_t high = state.finish();
  SipHash hash;
  std::memcpy(hash.data(), &low, sizeof low);
  std::memcpy(hash.data() + 8, &high, sizeof high);
  return hash;
}

}  // namespace stalemate

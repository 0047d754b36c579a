#include "base/bytes.h"

#include <algorithm>

namespace stalemate {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 20;
constexpr std::size_t kSeal = 8 + sizeof(Hash128);

// Whole words, except the last.
void mix(Mixer128& mixer, std::string_view bytes) {
  for (std::size_t at = 0; at < bytes.size(); at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, std::min<std::size_t>(8, bytes.size() - at));
    mixer.add(word);
  }
}

}  // namespace

void ByteSink::raw(const void* bytes, std::size_t count) {
  const char* from = static_cast<const char*>(bytes);
  while (count > 0) {
    const std::size_t some = std::min(count, kPiece - piece_.size());
    piece_.append(from, some);
    from += some;
    count -= some;
    if (piece_.size() == kPiece) flush();
  }
}

void ByteSink::flush() {
  mix(mixer_, piece_);
  bytes_ += piece_.size();
  write_(piece_);
  piece_.clear();
}

void ByteSink::number(std::uint64_t value) {
  unsigned char bytes[10];
  std::size_t count = 0;
  for (; value >= 0x80; value >>= 7) bytes[count++] = static_cast<unsigned char>(value | 0x80);
  bytes[count++] = static_cast<unsigned char>(value);
  raw(bytes, count);
}

void ByteSink::seal() {
  flush();
  mixer_.add(bytes_);
  const Hash128 hash = mixer_.hash();
  char seal[kSeal];
  std::memcpy(seal, &bytes_, 8);
  std::memcpy(seal + 8, &hash, sizeof hash);
  write_({seal, kSeal});
}

bool unseal(std::string_view& bytes) {
  if (bytes.size() < kSeal) return false;
  const std::string_view seal = bytes.substr(bytes.size() - kSeal);
  const std::string_view content = bytes.substr(0, bytes.size() - kSeal);
  std::uint64_t length = 0;
  Hash128 hash;
  std::memcpy(&length, seal.data(), 8);
  std::memcpy(&hash, seal.data() + 8, sizeof hash);
  if (length != content.size()) return false;
  Mixer128 mixer;
  mix(mixer, content);
  mixer.add(length);
  if (mixer.hash() != hash) return false;
  bytes = content;
  return true;
}

void ByteSource::raw(void* bytes, std::size_t count) {
  if (count > rest_.size()) {
    std::memset(bytes, 0, count);
    return fail();
  }
  if (count != 0) std::memcpy(bytes, rest_.data(), count);
  rest_.remove_prefix(count);
}

std::uint64_t ByteSource::number() {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    unsigned char byte = 0;
    raw(&byte, 1);
    value |= std::uint64_t{byte & 0x7fu} << shift;
    if (byte < 0x80) return ok_ ? value : 0;
  }
  fail();
  return 0;
}

std::uint64_t ByteSource::number(std::uint64_t limit) {
  const std::uint64_t value = number();
  if (value < limit) return value;
  fail();
  return 0;
}

Hash128 ByteSource::hash() {
  Hash128 value;
  raw(&value, sizeof value);
  return value;
}

std::string ByteSource::text() {
  std::string value(count(), '\0');
  raw(value.data(), value.size());
  return value;
}

std::size_t ByteSource::count() {
  const std::uint64_t things = number();
  if (things <= rest_.size()) return static_cast<std::size_t>(things);
  fail();
  return 0;
}

}  // namespace stalemate

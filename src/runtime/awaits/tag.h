// What is known of a value that stands for any value: the expression that computes it, hashed. Values with
// the same tag are equal.
#pragma once

#include <cstdint>

namespace stalemate::rt {

struct Tag {
  // A value may depend on both.
  static constexpr std::uint8_t kSymbol = 1;  // any value
  static constexpr std::uint8_t kDead = 2;    // a value that the program must not use

  std::uint64_t expression = 0;
  std::uint8_t classes = 0;  // 0: the value is a known number
  std::uint8_t bytes = 0;    // the value fits in; reading more of them is reading the same

  bool is_set() const { return classes != 0; }
  bool is_dead() const { return (classes & kDead) != 0; }
  bool operator==(const Tag&) const = default;
};

// Two numbers as one; different pairs have different results but for one in 2^64.
constexpr std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  std::uint64_t hash = (a ^ (b + 0x9e3779b97f4a7c15u)) * 0xbf58476d1ce4e5b9u;
  hash = (hash ^ (hash >> 29) ^ (a << 17 | a >> 47)) * 0x94d049bb133111ebu;
  return hash ^ (hash >> 32);
}

constexpr Tag symbol(std::uint64_t name, unsigned bytes) {
  return {mix(name, 0x73796d62u), Tag::kSymbol, static_cast<std::uint8_t>(bytes)};
}

// Some of its bytes.
constexpr Tag part_of(const Tag& tag, unsigned offset, unsigned bytes) {
  if (offset == 0 && bytes >= tag.bytes) return tag;
  return {mix(tag.expression, offset * 16 + bytes), tag.classes, static_cast<std::uint8_t>(bytes)};
}

// The bytes of memory that have a tag.
class TaggedMemory {
 public:
  struct Piece {
    std::uint64_t address = 0;
    std::uint32_t bytes = 0;
    Tag tag;
    std::uint64_t end() const { return address + bytes; }
  };

  TaggedMemory() = default;
  TaggedMemory(const TaggedMemory& other) { *this = other; }
  TaggedMemory& operator=(const TaggedMemory& other) {
    if (this == &other) return *this;
    count_ = other.count_;
    for (std::uint32_t n = 0; n < count_; ++n) pieces_[n] = other.pieces_[n];
    return *this;
  }
  void clear() { count_ = 0; }
  const Piece* begin() const { return pieces_; }
  const Piece* end() const { return pieces_ + count_; }
  bool is_empty() const { return count_ == 0; }

  // The tag of these bytes. False: it is not known, because they are parts of several values.
  bool find(std::uint64_t address, unsigned bytes, Tag& tag) const;
  // They get this tag, or none. False: there is no room.
  bool set(std::uint64_t address, unsigned bytes, const Tag& tag);
  void erase(const Piece* piece);

 private:
  static constexpr std::uint32_t kMost = 96;
  Piece pieces_[kMost];
  std::uint32_t count_ = 0;
};

}  // namespace stalemate::rt

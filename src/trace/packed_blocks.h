// A stream of bytes as compressed blocks, each with its sizes and a checksum, and an end mark. Damage,
// truncation and trailing bytes are detected; memory is used for one block at a time. Only its source file
// knows the compression.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace stalemate::trace {

class BlockWriter {
 public:
  explicit BlockWriter(std::string& out) : out_(out) {}
  void byte(std::uint8_t value) {
    block_ += static_cast<char>(value);
    if (block_.size() == kBlockBytes) flush();
  }
  void bytes(std::string_view text) {
    for (const char c : text) byte(static_cast<std::uint8_t>(c));
  }
  void number(std::uint64_t value) {  // seven bits at a time, the lowest first
    for (; value >= 0x80; value >>= 7) byte(static_cast<std::uint8_t>(value | 0x80));
    byte(static_cast<std::uint8_t>(value));
  }
  void end();

  static constexpr std::size_t kBlockBytes = std::size_t{1} << 20;

 private:
  void flush();

  std::string& out_;
  std::string block_;
  std::uint64_t blocks_ = 0;
};

// After damage everything reads as 0, and damaged() is true.
class BlockReader {
 public:
  explicit BlockReader(std::string_view packed) : packed_(packed) {}
  std::uint8_t byte() {
    if (at_ == block_.size() && !next_block()) return 0;
    return static_cast<std::uint8_t>(block_[at_++]);
  }
  std::uint64_t number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const std::uint8_t next = byte();
      value |= std::uint64_t{next & 0x7fu} << shift;
      if ((next & 0x80) == 0) return value;
    }
    damaged_ = true;
    return 0;
  }
  bool damaged() const { return damaged_; }
  // Whether everything was read and the end is where it should be.
  bool at_end();

 private:
  bool next_block();
  bool damage() {
    damaged_ = true;
    block_.clear();
    at_ = 0;
    return false;
  }

  std::string_view packed_;
  std::string block_;
  std::size_t at_ = 0;
  std::uint64_t blocks_ = 0;
  bool damaged_ = false;
};

}  // namespace stalemate::trace

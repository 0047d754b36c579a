// Values as bytes and back, for state that outlives a process. Pure: the caller decides where the bytes go
// and come from. The last of what a sink writes is a seal over all of it, by which a reader detects missing
// or changed bytes; not for adversaries.
//
// A source never reads beyond its bytes: what is missing reads as zero, and ok() is false from then on. So a
// reader may check ok() once for many values, but before it uses any of them.
#pragma once

#include <cstdint>
#include <cstring>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/hash128.h"

namespace stalemate {

class ByteSink {
 public:
  // `write` is given everything in order, a large piece at a time.
  explicit ByteSink(std::function<void(std::string_view)> write) : write_(std::move(write)) {}

  void raw(const void* bytes, std::size_t count);
  // Seven bits in each byte, the least first.
  void number(std::uint64_t value);
  void flag(bool value) { number(value ? 1 : 0); }
  void hash(Hash128 value) { raw(&value, sizeof value); }
  void text(std::string_view value) {
    number(value.size());
    raw(value.data(), value.size());
  }
  // Nothing may follow.
  void seal();

 private:
  void flush();

  std::function<void(std::string_view)> write_;
  std::string piece_;
  Mixer128 mixer_;
  std::uint64_t bytes_ = 0;
};

class ByteSource {
 public:
  explicit ByteSource(std::string_view bytes) : rest_(bytes) {}

  bool ok() const { return ok_; }
  bool at_end() const { return rest_.empty(); }
  std::size_t rest() const { return rest_.size(); }
  // The value that was read is invalid.
  void fail() { ok_ = false, rest_ = {}; }

  void raw(void* bytes, std::size_t count);
  std::uint64_t number();
  // A number below the limit.
  std::uint64_t number(std::uint64_t limit);
  template <class Integer>
  void number_to(Integer& value) {
    const std::uint64_t wide = number();
    value = static_cast<Integer>(wide);
    if (static_cast<std::uint64_t>(value) != wide) fail();
  }
  bool flag() { return number(2) != 0; }
  Hash128 hash();
  std::string text();
  // The number of items that follow, each of at least one byte.
  std::size_t count();

 private:
  std::string_view rest_;
  bool ok_ = true;
};

// The bytes before the seal; false: there is no valid seal at the end.
bool unseal(std::string_view& bytes);

}  // namespace stalemate

// Names to numbers, in order of first appearance, for readers of millions of them. The characters are not
// copied until the end: they must outlive it.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace stalemate::trace {

class NameTable {
 public:
  // The number of a name; `is_new`: it had none.
  std::uint32_t number(std::string_view name, bool& is_new) {
    const Key key = key_of(name);
    for (std::size_t at = key.hash() & mask_;; at = (at + 1) & mask_) {
      const Slot& slot = slots_[at];
      if (slot.number == kEmpty) {
        is_new = true;
        return add(name, key, at);
      }
      if (slot.key == key && (name.size() <= kShort || names_[slot.number] == name)) return slot.number;
    }
  }

  std::size_t size() const { return names_.size(); }
  std::string_view operator[](std::uint32_t number) const { return names_[number]; }
  std::vector<std::string> strings() const { return {names_.begin(), names_.end()}; }

 private:
  static constexpr std::uint32_t kEmpty = ~0u;
  static constexpr std::size_t kShort = 16;

  // All of a short name: reading the name itself would access a distant part of the file.
  struct Key {
    std::uint64_t first = 0, last = 0;
    std::uint32_t length = 0;
    std::uint64_t hash() const {
      const std::uint64_t mixed = (first ^ length) * 0x9e3779b97f4a7c15u ^ last * 0xff51afd7ed558ccdu;
      return (mixed ^ mixed >> 32) * 0xd6e8feb86659fd93u >> 20;
    }
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct Slot {
    Key key;
    std::uint32_t number = kEmpty;
  };

  template <class T>
  static std::uint64_t load(const char* from) {
    T word;
    std::memcpy(&word, from, sizeof word);
    return word;
  }

  static Key key_of(std::string_view name) {
    const char* at = name.data();
    const std::size_t n = name.size();
    Key key{0, 0, static_cast<std::uint32_t>(n)};
    if (n >= 8) {
      key.first = load<std::uint64_t>(at);
      key.last = load<std::uint64_t>(at + n - 8);
      // Long names that begin and end alike are distinguished by the rest.
      for (std::size_t i = 8; n > kShort && i + 8 <= n; i += 8)
        key.first = (key.first ^ load<std::uint64_t>(at + i)) * 0xff51afd7ed558ccdu;
    } else if (n >= 4) {
      key.first = load<std::uint32_t>(at);
      key.last = load<std::uint32_t>(at + n - 4);
    } else if (n != 0) {
      key.first = static_cast<unsigned char>(at[0]);
      key.last = static_cast<std::uint64_t>(static_cast<unsigned char>(at[n / 2])) << 8 |
                 static_cast<unsigned char>(at[n - 1]);
    }
    return key;
  }

  std::uint32_t add(std::string_view name, const Key& key, std::size_t at) {
    const auto number = static_cast<std::uint32_t>(names_.size());
    slots_[at] = {key, number};
    names_.push_back(name);
    if (names_.size() * 2 > slots_.size()) grow();
    return number;
  }

  void grow() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    mask_ = slots_.size() - 1;
    for (const Slot& slot : old) {
      if (slot.number == kEmpty) continue;
      std::size_t at = slot.key.hash() & mask_;
      while (slots_[at].number != kEmpty) at = (at + 1) & mask_;
      slots_[at] = slot;
    }
  }

  std::vector<Slot> slots_ = std::vector<Slot>(64);
  std::size_t mask_ = 63;
  std::vector<std::string_view> names_;
};

}  // namespace stalemate::trace

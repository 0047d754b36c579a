// Names to numbers, in order of first appearance, for readers of millions of them. The characters are not
// copied until the end: they have to outlive it.
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
    if (!names_.empty() && names_[last_] == name) return last_;
    const std::uint64_t hash = hash_of(name);
    for (std::size_t at = hash & mask_;; at = (at + 1) & mask_) {
      Slot& slot = slots_[at];
      if (slot.number == kEmpty) {
        last_ = static_cast<std::uint32_t>(names_.size());
        slot = {static_cast<std::uint32_t>(hash >> 32), last_};
        names_.push_back(name);
        is_new = true;
        if (names_.size() * 2 > slots_.size()) grow();
        return last_;
      }
      if (slot.tag == static_cast<std::uint32_t>(hash >> 32) && names_[slot.number] == name)
        return last_ = slot.number;
    }
  }

  std::size_t size() const { return names_.size(); }
  std::string_view operator[](std::uint32_t number) const { return names_[number]; }
  std::vector<std::string> strings() const { return {names_.begin(), names_.end()}; }

 private:
  static constexpr std::uint32_t kEmpty = ~0u;
  struct Slot {
    std::uint32_t tag = 0, number = kEmpty;
  };

  static std::uint64_t hash_of(std::string_view name) {
    std::uint64_t hash = name.size() * 0x9e3779b97f4a7c15u;
    const char* at = name.data();
    std::size_t left = name.size();
    for (; left >= 8; left -= 8, at += 8) hash = mix(hash, at, 8);
    if (left != 0) hash = mix(hash, at, left);
    return hash ^ hash >> 29;
  }

  static std::uint64_t mix(std::uint64_t hash, const char* bytes, std::size_t count) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, count);
    hash = (hash ^ word) * 0xff51afd7ed558ccdu;
    return hash ^ hash >> 32;
  }

  void grow() {
    slots_.assign(slots_.size() * 2, Slot{});
    mask_ = slots_.size() - 1;
    for (std::uint32_t number = 0; number < names_.size(); ++number) {
      const std::uint64_t hash = hash_of(names_[number]);
      std::size_t at = hash & mask_;
      while (slots_[at].number != kEmpty) at = (at + 1) & mask_;
      slots_[at] = {static_cast<std::uint32_t>(hash >> 32), number};
    }
  }

  std::vector<Slot> slots_ = std::vector<Slot>(64);
  std::size_t mask_ = 63;
  std::vector<std::string_view> names_;
  std::uint32_t last_ = 0;
};

}  // namespace stalemate::trace

// A set of code addresses of limited size, emptied in constant time.
#pragma once

#include <cstdint>

namespace stalemate::rt {

class CodeSet {
 public:
  void clear() {
    ++round_;
    count_ = 0;
  }
  bool has(std::uintptr_t pc) const { return places_[find(pc)].round == round_; }
  // False if it is present, or if there is no more room.
  bool add(std::uintptr_t pc) {
    Place& place = places_[find(pc)];
    if (place.round == round_ || count_ == kMost) return false;
    place = {pc, round_};
    ++count_;
    return true;
  }

 private:
  static constexpr std::uint32_t kPlaces = 4096, kMost = 2048;
  struct Place {
    std::uintptr_t pc;
    std::uint32_t round;
  };
  std::uint32_t find(std::uintptr_t pc) const {
    std::uint32_t at = static_cast<std::uint32_t>(pc * 0x9e3779b97f4a7c15u >> 52);
    while (places_[at].round == round_ && places_[at].pc != pc) at = (at + 1) % kPlaces;
    return at;
  }

  Place places_[kPlaces] = {};
  std::uint32_t round_ = 1;
  std::uint32_t count_ = 0;
};

}  // namespace stalemate::rt

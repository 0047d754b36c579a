// Which items are in flight, and where in the window they belong. Ids are never reused within a search, and
// an id that was not handed out is recognised: what comes back has passed through the program under test.
#pragma once

#include <cstdint>
#include <vector>

#include "base/check.h"

namespace stalemate::explore {

class InFlight {
 public:
  static constexpr int kSlotBits = 24;
  static constexpr std::uint32_t kMost = 1u << kSlotBits;

  std::uint64_t add(std::uint32_t entry) {
    if (free_.empty()) {
      free_.push_back(static_cast<std::uint32_t>(slots_.size()));
      slots_.emplace_back();
    }
    const std::uint32_t slot = free_.back();
    free_.pop_back();
    slots_[slot] = {++serial_ << kSlotBits | slot, entry};
    return slots_[slot].id;
  }

  // The window entry.
  std::uint32_t remove(std::uint64_t id) {
    const std::uint64_t slot = id & (kMost - 1);
    STALEMATE_CHECK(id != 0 && slot < slots_.size() && slots_[slot].id == id,
                    "a log of an item not in flight");
    slots_[slot].id = 0;
    free_.push_back(static_cast<std::uint32_t>(slot));
    return slots_[slot].entry;
  }

  std::uint64_t count() const { return slots_.size() - free_.size(); }

 private:
  struct Slot {
    std::uint64_t id = 0;
    std::uint32_t entry = 0;
  };
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> free_;
  std::uint64_t serial_ = 0;
};

}  // namespace stalemate::explore

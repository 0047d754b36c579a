// The items that a worker was given and has not answered, oldest first. Reuses its slots, so that in steady
// state an item in flight costs no allocation.
#pragma once

#include <bit>
#include <cstddef>
#include <utility>
#include <vector>

#include "base/check.h"
#include "explore/engine/work_item.h"

namespace stalemate::host {

class ItemsInFlight {
 public:
  bool empty() const { return first_ == end_; }
  std::size_t size() const { return end_ - first_; }

  const explore::WorkItem& front() const { return at(0); }
  // The n-th oldest.
  const explore::WorkItem& at(std::size_t n) const {
    STALEMATE_CHECK(n < size(), "an item in flight");
    return slots_[(first_ + n) & (slots_.size() - 1)];
  }

  void push(const explore::WorkItem& item) {
    if (size() == slots_.size()) grow();
    slots_[end_++ & (slots_.size() - 1)] = item;  // keeps the slot's capacity
  }

  void pop() {
    STALEMATE_CHECK(!empty(), "an item in flight");
    ++first_;
  }

 private:
  void grow() {
    std::vector<explore::WorkItem> larger(slots_.empty() ? 64 : 2 * slots_.size());
    const std::size_t count = size();
    for (std::size_t n = 0; n < count; ++n) larger[n] = std::move(slots_[(first_ + n) & (slots_.size() - 1)]);
    slots_ = std::move(larger);
    first_ = 0;
    end_ = count;
  }

  std::vector<explore::WorkItem> slots_;  // a power of two of them
  std::size_t first_ = 0;
  std::size_t end_ = 0;
};

}  // namespace stalemate::host

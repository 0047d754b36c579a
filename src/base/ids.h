// Identifiers, one type each, so that a thread is never passed where a point is meant.
// Plain values: trivially copyable, usable in shared memory and inside the runtime.
#pragma once

#include <cstdint>

namespace stalemate {

// A thread of one execution: its position in the order of creation in that execution, main = 0.
// Two executions that share a prefix agree on the threads created in it. Across executions a
// thread is known by its creation path (S11).
struct ThreadId {
  std::uint32_t value = 0;
  friend bool operator==(ThreadId a, ThreadId b) { return a.value == b.value; }
  friend bool operator!=(ThreadId a, ThreadId b) { return a.value != b.value; }
};

inline constexpr ThreadId kMainThread{0};
inline constexpr ThreadId kNoThread{0xffffffffu};

// A point of an execution: the n-th time somebody had to choose, be it a thread (S1) or a value (S5).
struct PointIndex {
  std::uint32_t value = 0;
};

// A work item handed to a worker; unique within one search.
struct ItemId {
  std::uint64_t value = 0;
  friend bool operator==(ItemId a, ItemId b) { return a.value == b.value; }
  friend bool operator!=(ItemId a, ItemId b) { return a.value != b.value; }
};

}  // namespace stalemate

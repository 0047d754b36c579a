// How threads, points and items are numbered.
//
//   id      a thread of one execution, by its position in the order of creation in that execution; main is 0.
//           Records, items and reports use it. Two executions that share a prefix agree on the ids in it.
//   slot    where the runtime stores a thread: its stack lies there. Handles of threads are made of it.
//   name    of a thread in a search (explore/graph/numbering.h): the same for the same creation path (S11),
//           whatever the execution.
//   point   the n-th choice of an execution, of a thread (S1) or of a value (S5).
#pragma once

#include <cstdint>

namespace stalemate {

inline constexpr std::uint32_t kMainThread = 0;  // an id

// A work item given to a worker; unique within one search.
struct ItemId {
  std::uint64_t value = 0;
  friend bool operator==(ItemId a, ItemId b) { return a.value == b.value; }
  friend bool operator!=(ItemId a, ItemId b) { return a.value != b.value; }
};

}  // namespace stalemate

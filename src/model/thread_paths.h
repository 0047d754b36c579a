// The creation paths of one execution's threads (S11): main is 0, the n-th thread that main creates 0.n, and
// so on. Thread ids are handed out in the order of creation; the canonical order (S4) is that of the paths,
// compared number by number, a prefix first. Reusable: clear() keeps the memory. Comparing is O(1).
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace stalemate {

class ThreadPaths {
 public:
  ThreadPaths() { clear(); }

  // Only main exists.
  void clear() {
    threads_.resize(1);
    threads_[0] = Thread{};
    order_.resize(1);
    order_[0] = 0;
  }

  std::uint32_t size() const { return static_cast<std::uint32_t>(threads_.size()); }

  // Adds the thread with the next id, created by `parent`.
  void add(std::uint32_t parent);

  // Position among all threads of the execution, by path.
  std::uint32_t rank(std::uint32_t thread) const { return threads_[thread].rank; }

  // All threads in the order of their paths.
  const std::vector<std::uint32_t>& by_rank() const { return order_; }

  // The numbers of the path, main's 0 first.
  std::vector<std::uint32_t> path(std::uint32_t thread) const;

 private:
  struct Thread {
    std::uint32_t parent = 0;
    std::uint32_t ordinal = 0;   // among the parent's children, from 1
    std::uint32_t children = 0;  // created so far
    std::uint32_t subtree = 1;   // itself and all descendants
    std::uint32_t rank = 0;
  };
  std::vector<Thread> threads_;
  std::vector<std::uint32_t> order_;  // thread ids by rank
};

inline void ThreadPaths::add(std::uint32_t parent) {
  // The newest child has the largest ordinal, so it follows all descendants of its parent.
  const std::uint32_t id = size();
  const std::uint32_t position = threads_[parent].rank + threads_[parent].subtree;
  threads_.push_back(Thread{parent, ++threads_[parent].children, 0, 1, position});
  if (position == order_.size()) {
    order_.push_back(id);
  } else {
    order_.insert(order_.begin() + position, id);
    for (std::uint32_t i = position + 1; i < order_.size(); ++i) threads_[order_[i]].rank = i;
  }
  for (std::uint32_t t = parent;; t = threads_[t].parent) {
    ++threads_[t].subtree;
    if (t == 0) break;
  }
}

inline std::vector<std::uint32_t> ThreadPaths::path(std::uint32_t thread) const {
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t t = thread; t != 0; t = threads_[t].parent) numbers.push_back(threads_[t].ordinal);
  numbers.push_back(0);
  std::reverse(numbers.begin(), numbers.end());
  return numbers;
}

}  // namespace stalemate

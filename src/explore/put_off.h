// What the next bound has to look at: states, each as one order in which it can be run, and the threads
// whose next step there costs too much now. First in, first out; a few bytes for each action.
#pragma once

#include <cstdint>
#include <vector>

#include "model/happens_before.h"

namespace stalemate::explore {

// A thread's action in the order; `chosen` of a data choice.
struct Ran {
  std::uint32_t thread = 0;
  std::uint32_t chosen = 0;
};

class PutOff {
 public:
  void clear() { bytes_.clear(), at_ = 0, entries_ = 0; }
  bool empty() const { return at_ == bytes_.size(); }
  std::uint64_t entries() const { return entries_; }
  std::uint64_t bytes() const { return bytes_.capacity(); }
  void swap(PutOff& other) {
    bytes_.swap(other.bytes_);
    std::swap(at_, other.at_);
    std::swap(entries_, other.entries_);
  }

  // The prefix x of the graph, in the order in which the graph has grown.
  void add(const HappensBefore& graph, const Prefix& x, ThreadSet threads);
  // The oldest; must not be empty.
  ThreadSet take(std::vector<Ran>& order);

 private:
  void put(std::uint64_t number);
  std::uint64_t get();

  std::vector<std::uint8_t> bytes_;
  std::size_t at_ = 0;
  std::uint64_t entries_ = 0;
};

}  // namespace stalemate::explore

// The next bound's work, in canonical order: a first-in first-out byte stream of runs of alternatives, about
// ten bytes each, in chunks that are freed as they are read. A run holds a reference to its node while it is
// in the queue; append() takes it over from the caller, read() passes it on.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "explore/engine/slab_pool.h"

namespace stalemate::explore {

// At each of the points lo..hi of the node's execution, each of these threads instead of the chosen one.
// Where alternatives cost different numbers of bounds, the first thread costs the least, and each one more
// than the thread before it.
struct Run {
  std::uint32_t node = kNothing;
  std::uint32_t lo = 0, hi = 0;
  std::uint32_t hash = 0;  // of the prefix before check_point
  bool ascending = true;   // by point; at one point always by path
  std::span<const std::uint16_t> threads;
  std::uint32_t before_lo = 0;  // check_point is this far before lo
  std::uint32_t wait = 0;       // bounds that pass before the first thread's turn
  std::uint32_t check_point() const { return lo - before_lo; }
  std::uint64_t items() const { return (std::uint64_t{hi} - lo + 1) * threads.size(); }
};

// Runs of one node, encoded; the node is stored beside it.
class RunBytes {
 public:
  void clear() { bytes_.clear(), runs_ = 0, items_ = 0; }
  void add(const Run& run);
  std::span<const std::uint8_t> bytes() const { return bytes_; }
  std::uint32_t runs() const { return runs_; }
  std::uint64_t items() const { return items_; }

 private:
  std::vector<std::uint8_t> bytes_;
  std::uint32_t runs_ = 0;
  std::uint64_t items_ = 0;
};

class RunQueue {
 public:
  explicit RunQueue(MemorySource source) : source_(source) {}
  ~RunQueue();
  RunQueue(const RunQueue&) = delete;
  RunQueue& operator=(const RunQueue&) = delete;
  void swap(RunQueue& other);

  // A group: `runs` runs of `node`, whose encoded bytes follow by append().
  void begin_group(std::uint32_t node, std::uint32_t runs, std::uint64_t items);
  void append(std::span<const std::uint8_t> bytes);

  bool empty() const { return items_ == 0; }
  std::uint64_t items() const { return items_; }
  std::uint64_t bytes() const { return written_ - read_; }
  std::uint64_t reserved_bytes() const { return chunks_.size() * kSlabBytes; }

  // The oldest run; its threads are valid until the next read. Must not be empty.
  Run read();

 private:
  void put(std::uint8_t byte);
  void put_number(std::uint64_t value);
  std::uint8_t get();
  std::uint32_t get_number();
  std::uint64_t get_long_number();

  MemorySource source_;
  std::deque<std::uint8_t*> chunks_;
  std::uint64_t base_ = 0;     // position of the first chunk's first byte
  std::uint64_t written_ = 0;  // positions only grow
  std::uint64_t read_ = 0;
  std::uint64_t items_ = 0;
  std::uint32_t group_node_ = kNothing;
  std::uint32_t group_runs_ = 0;  // still to be read of the group
  std::vector<std::uint16_t> threads_;
};

}  // namespace stalemate::explore

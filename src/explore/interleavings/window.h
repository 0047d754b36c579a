// The part of the canonical order (S4) that is in progress: a linked sequence of executions (issued, or
// finished and waiting for those before them), runs of alternatives of the same bound that are expanded one
// execution at a time, and packs of the next bound's runs that wait for their turn. Everything in it is in
// canonical order at all times, whatever the order in which logs arrive.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/hash128.h"
#include "explore/engine/estimate.h"
#include "explore/engine/slab_pool.h"
#include "explore/interleavings/run_queue.h"
#include "explore/strategy/expansion.h"
#include "model/log/log_walk.h"

namespace stalemate::explore {

// What is stored of a finished execution until it is emitted.
struct FinishedExecution {
  wire::LogHeader header;
  LogCounts counts;
  Fit fit = Fit::kFits;
  Hash128 graph;                    // of its class, if classes are counted; zero: it has none
  std::uint32_t splits = 0;         // how many, and
  std::uint32_t blocks = kNothing;  // where they are
};

enum class EntryKind : std::uint8_t { kExecution, kRun, kPack };

enum class RunKind : std::uint8_t {
  kThreads,  // at each point, each of some threads
  kValues,   // at one data point, the values 1..count
  kStarts,   // count executions without deviations
  kGraded,   // at each point, the first of some threads; the others are of later bounds
};

struct Entry {
  static constexpr std::uint32_t kInline = 4;

  struct Execution {
    std::uint64_t id;
    std::uint32_t check_point, check_hash;
    std::uint32_t outcome;  // kNothing while in flight
  };
  struct Alternatives {
    std::uint32_t lo, hi;  // points not yet expanded
    std::uint32_t check_point, check_hash;
    std::uint32_t count;   // alternatives at each point
    std::uint32_t index;   // the next one at the current point
    std::uint32_t blocks;  // threads beyond kInline; kNothing otherwise
    bool ascending;
    RunKind kind;
    std::uint16_t threads[kInline];
  };
  struct Pack {
    std::uint64_t items;
    std::uint32_t runs, blocks, bytes;
  };

  std::uint64_t label;  // grows along the window
  std::uint32_t prev, next;
  std::uint32_t node;
  EntryKind kind;
  union {
    Execution execution;
    Alternatives run;
    Pack pack;
  };
};
static_assert(sizeof(Entry) == 64);

class Window {
 public:
  explicit Window(MemorySource source) : entries_(source), blocks_(source), outcomes_(source) {}

  bool empty() const { return front_ == kNothing; }
  std::uint32_t front() const { return front_; }
  Entry& operator[](std::uint32_t entry) { return entries_[entry]; }

  // All insert before `next` (kNothing: at the end). The caller has taken the node's reference.
  std::uint32_t insert_execution(std::uint32_t next, std::uint32_t node, const Entry::Execution& execution);
  std::uint32_t insert_run(std::uint32_t next, const Run& run, RunKind kind = RunKind::kThreads);
  std::uint32_t insert_values(std::uint32_t next, std::uint32_t node, std::uint32_t point, std::uint32_t hash,
                              std::uint32_t count);
  std::uint32_t insert_starts(std::uint32_t count);  // at the end
  std::uint32_t insert_pack(std::uint32_t next, std::uint32_t node, const RunBytes& runs);
  void remove(std::uint32_t entry);

  // The first run with something left to issue, or kNothing.
  std::uint32_t first_run() const { return ready_.empty() ? kNothing : ready_.front(); }
  // Takes the next alternative of the first run; removes the run from the ready ones when it was the last.
  struct Taken {
    wire::Deviation deviation;
    bool exhausted;
  };
  Taken take_alternative();
  // The threads of a run of kind kThreads or kGraded.
  void threads_of(std::uint32_t entry, std::vector<std::uint16_t>& out) const;

  // Stores an outcome until the execution can be emitted.
  void keep(std::uint32_t entry, const FinishedExecution& outcome, std::span<const Split> splits);
  const FinishedExecution& outcome(std::uint32_t entry) const {
    return outcomes_[entries_[entry].execution.outcome];
  }

  void splits_of(std::uint32_t entry, std::vector<Split>& out) const;

  // Moves the pack's runs to the end of the queue.
  void unpack(std::uint32_t entry, RunQueue& queue) const;

  std::uint64_t bytes() const {
    return entries_.live() * sizeof(Entry) + blocks_.live() * sizeof(Block) +
           outcomes_.live() * sizeof(FinishedExecution);
  }
  std::uint64_t reserved_bytes() const {
    return entries_.reserved_bytes() + blocks_.reserved_bytes() + outcomes_.reserved_bytes();
  }

 private:
  struct Block {
    static constexpr std::uint32_t kBytes = 60;
    std::uint32_t next;
    std::uint8_t bytes[kBytes];
  };

  std::uint32_t insert(std::uint32_t next, EntryKind kind, std::uint32_t node);
  std::uint32_t insert_run(std::uint32_t next, std::uint32_t node, const Entry::Alternatives& run);
  std::uint64_t label_between(std::uint32_t prev, std::uint32_t next);
  void relabel();
  void make_ready(std::uint32_t entry);
  std::uint32_t store(std::span<const std::uint8_t> bytes);
  void fetch(std::uint32_t block, std::span<std::uint8_t> bytes) const;
  void discard(std::uint32_t block);
  std::uint16_t thread_at(const Entry::Alternatives& run, std::uint32_t index) const;

  SlabPool<Entry> entries_;
  SlabPool<Block> blocks_;
  SlabPool<FinishedExecution> outcomes_;
  std::uint32_t front_ = kNothing, back_ = kNothing;
  std::vector<std::uint32_t> ready_;  // heap of runs, the least label first
};

}  // namespace stalemate::explore

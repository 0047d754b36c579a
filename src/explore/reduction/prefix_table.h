// What a reduced search stores of happens-before graphs, by their hashes: one record for all that is known of
// a graph: a visited state, a prefix whose context bound was computed, or an action with its past whose
// effect is known. 28 bytes each, 35 to 47 with the room between them.
#pragma once

#include <cstdint>
#include <cstring>

#include "explore/engine/hash_table.h"
#include "explore/graph/happens_before.h"

namespace stalemate::explore {

// A hash without alignment that is never zero in memory, not even for the empty graph.
class PackedHash {
 public:
  PackedHash() = default;
  PackedHash(Hash128 hash) {
    hash ^= kEmpty;
    std::memcpy(words_, &hash, sizeof hash);
  }
  operator Hash128() const { return kept() ^ kEmpty; }
  friend bool operator==(const PackedHash& a, Hash128 b) { return a.kept() == (b ^ kEmpty); }
  bool is_kept() const { return kept() != Hash128{}; }

 private:
  static constexpr Hash128 kEmpty{0x9ae16a3b2f90404fu, 0xc949d7c7509e6557u};
  Hash128 kept() const {
    Hash128 hash;
    std::memcpy(&hash, words_, sizeof hash);
    return hash;
  }

  std::uint32_t words_[4] = {};
};

// A set that may lie at any multiple of four bytes.
class PackedSet {
 public:
  PackedSet() = default;
  PackedSet(ThreadSet set) { std::memcpy(words_, &set, sizeof set); }
  operator ThreadSet() const {
    ThreadSet set = 0;
    std::memcpy(&set, words_, sizeof set);
    return set;
  }

 private:
  std::uint32_t words_[2] = {};
};

struct PrefixRecord {
  PackedHash hash;
  PackedSet cheapest;            // B
  std::uint32_t effect = 0;      // KnownActions: of the action whose past is all the rest; 0: unknown
  std::uint16_t bound = 0;       // CB
  std::uint8_t open = 0;         // TerminalClosure: successors within the bound that are not in H
  bool known : 1 = false;        // the graph was visited: all fields but `effect` are valid
  bool leaves_free : 1 = false;  // some thread of B cannot continue
  bool marked : 1 = false;       // it is in H
  bool settled : 1 = false;      // and its predecessors have been updated
  bool run : 1 = false;          // terminal, and executed
  bool evaluated : 1 = false;    // `open` is valid
  bool excused : 1 = false;      // and some step costs more than the bound
  bool used() const { return hash.is_kept(); }
};
static_assert(sizeof(PrefixRecord) == 32);

class PrefixTable {
 public:
  explicit PrefixTable(MemorySource source) : records_(source) {}

  // Visited graphs.
  std::uint64_t size() const { return met_; }
  std::uint64_t bytes() const { return records_.bytes(); }

  PrefixRecord* find(Hash128 hash) {
    PrefixRecord* record = records_.find(hash);
    return record != nullptr && record->known ? record : nullptr;
  }
  // It was not visited before.
  PrefixRecord& insert(const PrefixRecord& met) {
    PrefixRecord& record = records_.find_or_add(met.hash);
    const std::uint32_t effect = record.effect;
    record = met;
    record.effect = effect;
    ++met_;
    return record;
  }

  std::uint32_t effect(Hash128 hash) {
    const PrefixRecord* record = records_.find(hash);
    return record != nullptr ? record->effect : 0;
  }
  // The place of an effect that is not 0, to be read or written at once.
  std::uint32_t& insert_position(Hash128 hash) {
    PrefixRecord& record = records_.find_or_add(hash);
    record.hash = hash;
    return record.effect;
  }

  void expect(Hash128 hash) const { records_.expect(hash); }
  // The visited graphs.
  template <class Visit>
  void for_each(Visit visit) {
    records_.for_each([&visit](const PrefixRecord& record) {
      if (record.known) visit(record);
    });
  }

  // ---- all records, including those of graphs that were not visited
  std::uint64_t records() const { return records_.size(); }
  template <class Visit>
  void for_each_record(Visit visit) {
    records_.for_each(visit);
  }
  // For so many; see HashTable.
  void reserve(std::uint64_t records) { records_.reserve(records); }
  // A record of a graph that has none yet.
  void restore(const PrefixRecord& record) {
    records_.insert(record);
    met_ += record.known;
  }
  bool contains(Hash128 hash) { return records_.find(hash) != nullptr; }

 private:
  HashTable<PrefixRecord> records_;
  std::uint64_t met_ = 0;
};

}  // namespace stalemate::explore

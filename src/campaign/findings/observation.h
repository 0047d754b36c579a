// What a log contains about a data race (S13), before both of its accesses are known, or about a lost block.
// Pure.
#pragma once

#include <cstdint>
#include <tuple>
#include <vector>

#include "model/log/log_view.h"

namespace stalemate::host {

struct Observation {
  std::uint64_t pc = 0;       // of the later access
  std::uint64_t partner = 0;  // of the earlier one; 0: unknown
  std::uint64_t address = 0;
  std::uint32_t bits = 0;  // wire::AccessBits
  bool polls = false;      // not a race: a load in a loop that waits for a plain variable, without a step
  bool lost = false;       // not a race: a block that `pc` allocated, of so many bytes
  bool met = false;        // both threads were before their accesses at the same time
  // Not a race: an atomic operation that was no step, on memory that another thread used as well. `pc` 0:
  // all.
  bool touched = false;

  bool is_race() const { return !polls && !lost && !touched; }

  // Equal for the same observation. Code allocates for many callers: the address distinguishes them.
  using Key = std::tuple<std::uint64_t, std::uint64_t, std::uint32_t>;
  Key key() const {
    if (lost) return {pc, address, ~0u};
    if (touched) return {pc, 0, ~1u};
    const std::uint32_t who = partner != 0 ? 0 : wire::kEarlierThread | wire::kEarlierWrites;
    return {pc, partner, (bits & (who | wire::kRaceQuiet)) | (met ? 1u : 0u)};
  }
  bool quiet() const { return (bits & wire::kRaceQuiet) != 0; }
};

// What an execution shows first.
struct Sighting {
  std::vector<Observation> observations;
  std::vector<wire::Record> records;  // of its log, if there was room
};

// In the order of the log.
std::vector<Observation> observations_of(const LogView& log);

// Finds which of the log's observations are of threads that met: a thread announced its access, and another
// one made a conflicting access before it was scheduled. Nothing orders the two then, whatever uninstrumented
// code may do. Only accesses that are steps can show it.
void find_meetings(const LogView& log, std::vector<Observation>& observations);

}  // namespace stalemate::host

// What a log says about a data race (S13), before both of its accesses are known, or about a block that is
// lost. Pure.
#pragma once

#include <cstdint>
#include <tuple>
#include <vector>

#include "model/log/log_view.h"

namespace stalemate::host {

struct Observation {
  std::uint64_t pc = 0;       // of the later access
  std::uint64_t partner = 0;  // of the earlier one; 0: not known
  std::uint64_t address = 0;
  std::uint32_t bits = 0;  // wire::AccessBits
  bool polls = false;      // no race: a load in a loop that waits for a plain variable, without a step
  bool lost = false;       // no race: a block that `pc` allocated, of so many bytes
  bool met = false;        // both threads stood before their accesses at once

  // Which are taken for the same. Code allocates for many callers: the address tells them apart.
  using Key = std::tuple<std::uint64_t, std::uint64_t, std::uint32_t>;
  Key key() const {
    if (lost) return {pc, address, ~0u};
    const std::uint32_t who = partner != 0 ? 0 : wire::kEarlierThread | wire::kEarlierWrites;
    return {pc, partner, (bits & (who | wire::kRaceQuiet)) | (met ? 1u : 0u)};
  }
  bool quiet() const { return (bits & wire::kRaceQuiet) != 0; }
};

// What an execution is the first to show.
struct Sighting {
  std::vector<Observation> observations;
  std::vector<wire::Record> records;  // of its log, where there was room
};

// In the order of the log.
std::vector<Observation> observations_of(const LogView& log);

// Finds out which of the log's observations are of threads that met: a thread came to its access, and another
// one made a conflicting access before it was let go. Nothing orders the two then, whatever code that nobody
// sees may do. Only accesses that are steps can show it.
void find_meetings(const LogView& log, std::vector<Observation>& observations);

}  // namespace stalemate::host

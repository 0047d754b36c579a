// What every strict prefix interleaving of a small trace lets its reads see, by trying them all. Shares
// nothing with src/predict: its own simulator, in which a notification picks its waiter when it happens, and
// states are kept whole. The judge of the judges.
#pragma once

#include <compare>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "trace/event_trace.h"

namespace stalemate::predict_test {

struct LockState {
  int owner = -1;
  int levels = 0;
  std::vector<int> shares;  // by thread
  friend auto operator<=>(const LockState&, const LockState&) = default;
};

struct OracleState {
  std::vector<std::size_t> done;  // by thread
  std::vector<char> started;      // by thread
  std::vector<int> waits_for;     // by thread: condition, or -1
  std::vector<char> notified;     // by thread
  std::vector<int> saved_levels;  // by thread
  std::vector<LockState> locks;
  std::vector<std::int64_t> last;                     // by variable: the last write
  std::vector<std::uint64_t> counts;                  // by semaphore
  std::vector<std::uint32_t> arrived;                 // by barrier: in this round
  std::vector<std::set<std::size_t>> inside, passed;  // by barrier: threads of this round, and let through
  friend auto operator<=>(const OracleState&, const OracleState&) = default;
};

OracleState initial_state(const trace::EventTrace& trace);

// All states that the event may lead to; none if it cannot happen. `may_time_out`, by thread: whether its
// wait may have ended by itself. `ended`, by thread: whether it has no more events (for joins).
std::vector<OracleState> steps(const trace::EventTrace& trace, const OracleState& state,
                               const trace::Event& event, std::int64_t index,
                               const std::vector<char>& may_time_out, const std::vector<char>& ended);

// Every (read, write) such that the read sees the write in some strict prefix; -1 is the initial value.
using Seen = std::set<std::pair<std::size_t, std::int64_t>>;
Seen all_seen(const trace::EventTrace& trace);

// Whether the schedule is a strict prefix that ends with the read seeing the write.
bool accepts(const trace::EventTrace& trace, const std::vector<std::uint16_t>& schedule, std::size_t read,
             std::int64_t write);
// Whether the trace itself could have happened.
bool could_happen(const trace::EventTrace& trace);

// Last writes of variables over complete interleavings in which every read sees what it saw.
Seen all_final(const trace::EventTrace& trace);

std::string std_lines(const trace::EventTrace& trace);

}  // namespace stalemate::predict_test

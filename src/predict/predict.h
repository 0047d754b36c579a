// From one execution, every read that could have seen another write. For a read r that saw w (a write, or the
// initial value) and another write c of the variable (or the initial value): is there a feasible interleaving
// of a prefix of the trace in which r sees c?
//
// Strict prefixes: each thread's events in their order, as far as the interleaving goes; every read in it but
// r sees the write that it saw in the trace; r is its last event, and nothing that follows r in its thread is
// used. Locks, forks, joins, waits and notifications, semaphores and barriers work as trace/event_trace.h
// says; a notification may wake another waiter than it did. So kFeasible is always a schedule that was
// simulated, kInfeasible always a proof.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "trace/event_trace.h"

namespace stalemate::predict {

inline constexpr std::int64_t kInitial = -1;  // in place of the index of a write

enum class Verdict : std::uint8_t { kFeasible, kInfeasible, kUnknown };

// Why there is no such interleaving; the first that applies, cheapest first.
enum class Reason : std::uint8_t {
  kNone,
  kAfterRead,    // c can only come after r
  kOverwritten,  // another write of the variable is always between c and r
  kLocks,        // lock regions exclude each other in every order that would do
  kOtherReads,   // another read would have to see something else
  kExhausted,    // every interleaving was tried
};
inline constexpr std::size_t kReasons = 6;

struct Limits {
  // Only challengers so far from r are asked about; what is earlier keeps its order, what is later is left
  // out. None: all.
  std::optional<std::size_t> window;
  // States that the search for one triplet may visit after the quick ways; then kUnknown. A number and not a
  // time, so that verdicts are always the same.
  std::uint64_t states_per_triplet = 4000;
  bool quick = false;  // quick ways only
  // So many triplets are searched for in all; those of long traces that come after them have the quick ways
  // only.
  std::uint64_t searches = 20'000;
};

struct Triplet {
  std::size_t read = 0;
  std::int64_t writer = kInitial;      // what it saw
  std::int64_t challenger = kInitial;  // what it might have seen
  Verdict verdict = Verdict::kUnknown;
  Reason reason = Reason::kNone;
};

struct Counts {
  std::uint64_t feasible = 0, infeasible = 0, unknown = 0;
  std::array<std::uint64_t, kReasons> refuted{};  // the infeasible ones, by Reason
};

// Takes the triplets as they are decided: read by read in the order of the trace, challengers likewise, the
// initial value first. Schedules are made on demand, since millions of triplets have one.
class TripletSink {
 public:
  virtual ~TripletSink() = default;
  virtual void take(const Triplet& triplet) = 0;
};

class Analysis {
 public:
  // The trace has to outlive it and to be feasible.
  explicit Analysis(const trace::EventTrace& trace, Limits limits = {});
  ~Analysis();
  Analysis(const Analysis&) = delete;
  Analysis& operator=(const Analysis&) = delete;

  Counts run(TripletSink& sink);
  // The writer that each read saw, by event index; kInitial for others too.
  const std::vector<std::int64_t>& writers() const;
  // A schedule in which the read sees the challenger: the thread of each event, the read's last. Empty unless
  // feasible. Fewest switches as far as a greedy search finds them.
  std::vector<std::uint16_t> schedule(std::size_t read, std::int64_t challenger);
  // Final values, over complete executions only: can the variable's last write be another? The same verdicts.
  struct Final {
    std::uint32_t variable = 0;
    std::int64_t writer = kInitial, challenger = kInitial;
    Verdict verdict = Verdict::kUnknown;
  };
  std::vector<Final> final_values(std::size_t most_states);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Which write each read of a schedule sees: index of the write per event of the schedule, in its order. An
// error where the schedule cannot happen (which step, why). The one judge of schedules, used by everybody.
Result<std::vector<std::int64_t>> simulate(const trace::EventTrace& trace,
                                           const std::vector<std::uint16_t>& schedule);

}  // namespace stalemate::predict

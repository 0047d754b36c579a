// From one execution, every read that could have seen another write. For a read r that saw w (a write, or the
// initial value) and another write c of the variable (or the initial value): is there a feasible interleaving
// of a prefix of the trace in which r sees c?
//
// Strict prefixes: each thread's events in their order, as far as the interleaving reaches; every read in it
// but r sees the write that it saw in the trace; r is its last event, and nothing that follows r in its
// thread is used. Locks, forks, joins, waits and notifications, semaphores and barriers work as in
// trace/event_trace.h; a notification may wake another waiter than it did. So kFeasible is always a simulated
// schedule, kInfeasible always a proof.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "predict/decide/triplet.h"
#include "trace/event_trace.h"

namespace stalemate::predict {

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
// error if the schedule cannot happen (which step, why). The only check of schedules, used everywhere.
Result<std::vector<std::int64_t>> simulate(const trace::EventTrace& trace,
                                           const std::vector<std::uint16_t>& schedule);

}  // namespace stalemate::predict

// All challengers of one read: refuted by cones, proved by schedules that many of them share, and the
// remaining few searched for one by one.
#pragma once

#include <vector>

#include "predict/decide/exact_search.h"
#include "predict/decide/ideal.h"
#include "predict/decide/saturation.h"
#include "predict/decide/shared_runs.h"
#include "predict/decide/triplet.h"

namespace stalemate::predict {

struct Answer {
  std::uint32_t challenger = kNone;
  Verdict verdict = Verdict::kUnknown;
  Reason reason = Reason::kNone;
};

class Decide {
 public:
  Decide(const TraceIndex& index, const Cones& cones, Limits limits);

  // In the order of the trace, the initial value first.
  void read(std::uint32_t read, std::vector<Answer>& answers);
  // The thread of each event; empty unless feasible within the limits.
  std::vector<std::uint16_t> schedule(Goal goal);
  // Whether the write can be the variable's last one in a complete interleaving.
  Verdict final_value(std::uint32_t variable, std::uint32_t challenger, std::uint64_t most_states);

 private:
  // Stops at the goal if it is reached, with the machine where the read comes next.
  bool share_runs(std::uint32_t read, std::vector<Answer>& answers, const Goal* goal = nullptr);
  void refute(std::uint32_t read, std::vector<Answer>& answers);
  std::uint32_t window_start(std::uint32_t read) const;
  // After a feasible answer the machine is where the read comes next. `quick`: without a search.
  Answer settle(Goal goal, bool quick);
  Answer search_all(Goal goal, std::uint32_t from);
  // With this many more states than a direct path has.
  bool search_near(Goal goal, std::uint32_t start, std::uint64_t states);
  std::uint32_t near_start(Goal goal) const;

  const TraceIndex& index_;
  const Cones& cones_;
  Limits limits_;
  std::uint64_t searched_ = 0;
  Machine machine_;
  SharedRuns runs_;
  Saturation saturation_;
  ExactSearch search_;
  Ideal required_, allowed_, nearby_;
  std::vector<Answer*> open_;
  std::vector<std::uint32_t> last_before_;  // by thread: the last write of the variable before the read
};

}  // namespace stalemate::predict

// The leaks of a campaign: one finding per call stack of the allocation, each with the first execution that
// shows it. Executions whose leaks are all known are not repeated.
#pragma once

#include <set>
#include <span>
#include <vector>

#include "campaign/findings/observation_tracker.h"
#include "explore/engine/execution.h"
#include "trace/execution.h"

namespace stalemate::host {

class LeakTracker : public ObservationTracker {
 public:
  // `resumes`: resumes the pass that was current when save() wrote what load() read.
  void begin_pass(Rerunner& rerunner, bool resumes);
  // As if the pass had not begun.
  void forget_pass();
  // kStop: error() is set. A leak never ends a search.
  // After examine() was ended by time: the first lost block. `seen`: the execution.
  void take_as_seen(std::span<const Observation> observations, const explore::Execution& execution,
                    const Recording& seen);
  explore::Next examine(std::span<const Observation> observations, const explore::Execution& execution);
  void save(ByteSink& sink) const;
  bool load(ByteSource& source);

 private:
  bool is_new(const trace::Execution& execution, const trace::Leak& leak);

  // If addresses keep changing, every execution looks new.
  static constexpr unsigned kMostIdle = 64;
  unsigned idle_ = 0;  // successive repetitions without anything new
  using CallStacks = std::set<std::vector<std::uint64_t>>;
  CallStacks known_, known_before_pass_;
};

}  // namespace stalemate::host

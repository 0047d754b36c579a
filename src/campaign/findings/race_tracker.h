// The data races of a campaign (S13), over all its passes. An execution that is the first to show a race is
// repeated to find every pair of code that races in it; a new pair is repeated once more with both of its
// accesses recorded, and is a finding. All code that races becomes steps, and so do loads that a loop without
// a step repeats for ever, and atomic operations that were no steps on memory that turns out to be shared
// (ADR 37). The result depends only on the canonical order of the executions.
#pragma once

#include <optional>
#include <set>
#include <span>
#include <tuple>
#include <vector>

#include "base/options.h"
#include "campaign/findings/observation_tracker.h"
#include "explore/engine/execution.h"
#include "trace/race.h"

namespace stalemate::host {

class RaceTracker : public ObservationTracker {
 public:
  RaceTracker(const RunOptions& options, const TimeLimits& limits);

  // The rerunner has the current promotions. `resumes`: resumes the pass that was current when save() wrote
  // what load() read.
  void begin_pass(Rerunner& rerunner, bool resumes);
  // As if the pass had not begun. Only if it has promoted nothing.
  void forget_pass();
  // kStop: more was promoted, or error() is set.
  explore::Next examine(std::span<const Observation> observations, const explore::Execution& execution);

  // After examine() was ended by time: its races that are not findings. `seen`: the execution.
  void take_as_seen(std::span<const Observation> observations, const explore::Execution& execution,
                    const Recording& seen);

  // Both threads of the race were before their accesses at the same time, in some execution.
  bool met(const trace::RacingCode& race) const {
    return met_.contains(race.later) || met_.contains(race.earlier);
  }

  std::size_t promoted() const { return promoted_.size(); }
  bool promoted_more() const {
    return promoted_.size() > before_pass_.promoted || (before_pass_.private_atomics && !atomics_.left_out);
  }
  // Code races that is not a step in this pass, or time was up before it was known which code races.
  bool needs_another_pass() const { return promoted_more() || (promotes_ && ended_by_time()); }
  // Code that could not be promoted.
  bool too_many() const { return too_many_; }
  // Accesses race and are no steps.
  bool leaves_races() const { return !promotes_ && !known_.empty(); }
  // Races that are not among the findings.
  bool left_out() const { return left_out_; }
  // From the next pass on, atomic operations on other words than these are no steps.
  void leave_out_atomics(std::vector<std::uint64_t> shared) { atomics_ = {true, std::move(shared)}; }

  // What was a step in a pass, beyond what always is.
  struct Steps {
    std::size_t promoted = 0;
    bool private_atomics = false;  // were none
  };
  Steps steps() const { return {promoted_.size(), atomics_.left_out}; }
  Steps steps_before_pass() const { return before_pass_; }
  wire::Config configured(wire::Config config, const Steps& steps) const;
  void save(ByteSink& sink) const;
  bool load(ByteSource& source);

 private:
  // The pairs of an execution, and those of its observations that no pair explains; empty if it differed from
  // before: then error() is set.
  std::vector<Observation> pairs_of(std::span<const Observation> observations, const explore::WorkItem& item);
  void take(const Observation& pair, const explore::Execution& execution);
  void keep(Observation pair, const explore::Execution& execution);
  // With both accesses recorded.
  std::optional<Recording> run_watched(const explore::WorkItem& item, Observation pair);
  // Whether the item shows the pair, which then has its place.
  bool shows(const explore::WorkItem& item, Observation& pair);
  // A simpler item that shows the pair, which then has its place.
  explore::WorkItem simplest(const explore::Execution& execution, Observation& pair);
  explore::WorkItem minimised(const explore::WorkItem& item, Observation& pair);
  void promote(std::uint64_t code);
  void promote_atomic(std::uint64_t code);
  bool is_known(std::uint64_t code) const;

  bool promotes_;
  bool minimises_;
  unsigned most_candidates_;  // for one race
  const TimeLimits* limits_;
  bool minimised_in_time_ = true;  // the last one
  unsigned candidates_ = 0;        // how many were tried to simplify races
  bool too_many_ = false, left_out_ = false;
  Steps before_pass_;
  std::vector<std::uint64_t> promoted_;
  struct Atomics {
    bool left_out = false;
    std::vector<std::uint64_t> shared;
  };
  Atomics atomics_;
  // Pairs of code addresses, and if quiet.
  using Pairs = std::set<std::tuple<std::uint64_t, std::uint64_t, bool>>;
  Pairs known_, known_before_pass_;
  std::set<std::uint64_t> met_;  // code addresses of the later accesses
};

}  // namespace stalemate::host

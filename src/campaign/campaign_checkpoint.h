// What a campaign knows beyond the current pass, and how both are saved in a checkpoint: while the search
// pauses, and if it ends early. A campaign that begins with a checkpoint reads its own part first, and then,
// once it has a collector and a search, that of the pass. Between passes there is no search: findings of a
// finished pass, with which the next one begins, are in the trackers and in `earlier`.
#pragma once

#include <atomic>
#include <chrono>
#include <vector>

#include "campaign/campaign_result.h"
#include "campaign/checkpoint.h"
#include "campaign/findings/collector.h"
#include "campaign/findings/leak_tracker.h"
#include "campaign/findings/race_tracker.h"
#include "campaign/reduction_choice.h"
#include "worker/worker_pool.h"

namespace stalemate::host {

struct CampaignState {
  CampaignState(const RunOptions& options, const TimeLimits& limits, const ReductionChoice& chosen)
      : reduction(chosen), races(options, limits) {}

  // Of a pass that was started again, with what was a step in it.
  struct Earlier {
    Candidate candidate;
    RaceTracker::Steps steps;
    bool left_out_tries = false;
  };

  ReductionChoice reduction;
  RaceTracker races;
  LeakTracker leaks;
  std::vector<Earlier> earlier;
  std::uint64_t promotions = 0;
  bool surveyed = false;         // it is decided whether atomic operations are left out (ADR 37)
  std::uint64_t executions = 0;  // of passes before the one under way
  double seconds = 0;            // of all passes that are over

  void keep_candidates(const Collector& collector);
  // The next search finds again what a search found before it gave up.
  void give_up_pass(explore::GaveUp why);
  // The pass that has begun is done again from its start, and does not count.
  void leave_out_atomics(std::vector<std::uint64_t> shared);
};

class CampaignCheckpoint {
 public:
  // `file`: nullptr if no checkpoint is wanted. Pauses are at least `every` apart.
  CampaignCheckpoint(Checkpoint* file, CampaignState& campaign, wire::Isolation isolation,
                     std::chrono::milliseconds every)
      : file_(file), campaign_(campaign), isolation_(isolation), every_(every) {}

  // The isolation of the campaign that saved this state.
  static wire::Isolation isolation_of(ByteSource state);

  // Both false if the input is invalid.
  bool load(ByteSource& source);
  bool load_pass(Collector& collector, explore::Search& search);
  // load() has found an unfinished pass, and load_pass() has not been called.
  bool resumes() const { return pass_ != nullptr; }

  // A pass begins that is not loaded.
  void begin_pass() { before_ = {}; }
  // What was reported of the pass before it was loaded: ledger and snapshots.
  void add_earlier(WorkerPoolReport& report) const;
  void pause_in(WorkerPoolOptions& pool, Collector& collector, explore::Search& search);

  // How a campaign without an error ended.
  struct Ending {
    bool early = false;         // a limit was hit
    bool begins_again = false;  // it would have begun another pass with new promotions
  };
  // A search that completed needs no checkpoint any more; one that must start again otherwise leaves the last
  // one as it is. Fails if it cannot be written.
  Result<CampaignResult::Kept> keep(explore::Search& search, const Collector& collector,
                                    const WorkerPoolReport& report, Ending ending);

 private:
  void save(ByteSink& sink, const CampaignState& campaign, double seconds) const;
  Result<void> write_pass(const Collector& collector, explore::Search& search, const WorkerPoolReport& report,
                          double seconds) const;
  // Before the first search of a pass.
  Result<void> write_between(const CampaignState& campaign) const;
  std::chrono::milliseconds pause(const Collector& collector, explore::Search& search,
                                  WorkerPoolReport so_far);

  static constexpr int kSearchShare = 20;  // of the time that it takes to write a checkpoint

  Checkpoint* file_;
  CampaignState& campaign_;
  wire::Isolation isolation_;
  std::chrono::milliseconds every_;
  ByteSource* pass_ = nullptr;  // the state of a pass to resume
  WorkerPoolReport before_;
};

}  // namespace stalemate::host

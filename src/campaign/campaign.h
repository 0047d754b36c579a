// "Explore and report" for any caller: runs the search that the options describe, collects findings in the
// canonical order (S4), repeats each with all details, simplifies it, and explains nondeterminism. If
// accesses race and may be promoted (S13), it starts again with their code as steps, until nothing new races;
// if equivalent interleavings cannot be left out as planned (S8), it starts again with another plan. With a
// checkpoint, a campaign that ends early can be resumed, and in the end reports what one campaign would have
// reported. Prints nothing, writes no other file.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/options.h"
#include "base/result.h"
#include "campaign/campaign_result.h"
#include "campaign/checkpoint.h"
#include "campaign/findings/candidate.h"
#include "campaign/rerun/rerun.h"
#include "worker/worker_pool.h"

namespace stalemate::host {

struct CampaignContext {
  StartWorker start;
  bool can_call_again = false;  // the worker calls a function, so that isolation `none` is possible
  const std::atomic<bool>* interrupted = nullptr;
  std::function<void(const Progress&)> on_progress;
  // Called with the findings of the search so far, whenever they change: to be reported if no more come.
  std::function<void(const std::vector<Candidate>&)> on_candidates = {};
  Checkpoint* checkpoint = nullptr;  // nullptr: no checkpoint
};

// Fails if nothing could be explored at all; later errors are in CampaignResult::error.
Result<CampaignResult> run_campaign(const RunOptions& options, const CampaignContext& context);

}  // namespace stalemate::host

// The whole of "explore and report", independent of who asks: runs the search that the options describe,
// collects findings in the canonical order (S4), repeats each with all details, makes it easier to read, and
// finds out why where a program does not do the same thing twice. Where accesses race and may be promoted
// (S13), it begins again with their code as steps, until nothing new races; where equivalent interleavings
// cannot be left out as planned (S8), it begins again with another plan. Where it may keep a checkpoint, a
// campaign that ends early goes on from it another time, and in the end says what one campaign would have
// said. Prints nothing, writes no file but that.
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
  // What the search has found so far, whenever that changes: to be reported should nothing more come.
  std::function<void(const std::vector<Candidate>&)> on_candidates = {};
  Checkpoint* checkpoint = nullptr;  // nullptr: none
};

// Fails where nothing could be explored at all; later trouble is in CampaignResult::error.
Result<CampaignResult> run_campaign(const RunOptions& options, const CampaignContext& context);

}  // namespace stalemate::host

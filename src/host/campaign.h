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
#include "explore/search.h"
#include "host/checkpoint.h"
#include "host/pool.h"
#include "host/rerun.h"
#include "model/coverage.h"

namespace stalemate::host {

struct Candidate;

struct OtherEnd {
  std::uint64_t execution = 0;
  Recording recording;
};

struct Finding {
  std::uint64_t execution = 0;  // its position in the canonical order (S4)
  std::uint64_t seen = 1;       // executions that ended in the same way
  explore::WorkItem item;       // repeats it
  Recording recording;          // of that item, detailed
  std::uint32_t preemptions = 0, switches = 0, steps = 0;
  bool repeated = true;           // false: the recording is what the search has seen, without details
  bool minimised = true;          // false: time ended that
  std::optional<OtherEnd> other;  // of kind exit-code: an execution that ended with another code
};

// Looks like a finding, and may be none: code that is not instrumented may explain it (doubt.h).
struct Doubt {
  Finding finding;
  std::string because;  // of what, as a clause
};

enum class Coverage { kComplete, kWithinBound, kPartial };
enum class EndedBy { kNothing, kExecutions, kTime, kSteps, kFinding, kInterrupted };

const char* name_of(Coverage coverage);
const char* name_of(EndedBy limit);  // nullptr for kNothing
struct CampaignResult;
// All that keeps the coverage from being complete (S15), as words of the JSON: what ended the search first.
std::vector<std::string> limits_of(const CampaignResult& result);
const char* name_of(wire::Isolation isolation);

struct CampaignResult {
  explore::Summary summary;
  std::vector<Finding> findings;
  std::vector<Doubt> doubts;
  Coverage coverage = Coverage::kPartial;  // of what the ledger leaves: partial where something slipped away
  Ledger ledger;
  EndedBy limit = EndedBy::kNothing;
  std::optional<explore::Estimate> estimate;         // of the bound that the search was ended in
  std::optional<std::uint64_t> states;               // distinct signatures; none where the program gives none
  std::map<std::int32_t, std::uint64_t> exit_codes;  // how many executions ended normally with each
  std::uint64_t executions_of_all = 0;               // passes, and the last one, whose summary this is
  CoverageGrowth growth;                             // where the options ask for it
  double seconds = 0;
  double busy_share = 0;
  unsigned jobs = 1;
  wire::Isolation isolation = wire::Isolation::kFork;
  std::uint64_t promotions = 0;            // how often the search began again (S13)
  bool promoted_too_many = false;          // and there was more to promote than is possible
  std::optional<std::string> reduce_note;  // why it was not reduced as asked; summary.reduced tells how
  enum class Kept { kNothing, kState, kNotReduced };
  Kept kept = Kept::kNothing;             // whether the checkpoint has what is needed to go on
  std::optional<Error> checkpoint_error;  // it could not be written
  std::optional<Error> error;             // not deterministic, or could not go on: the verdict is `error`
};

struct CampaignContext {
  StartWorker start;
  bool can_call_again = false;  // the worker calls a function, so that isolation `none` is possible
  const std::atomic<bool>* interrupted = nullptr;
  std::function<void(const Progress&)> on_progress;
  // What the search has found so far, whenever that changes: to be reported should nothing more come.
  std::function<void(const std::vector<Candidate>&)> on_candidates = {};
  Checkpoint* checkpoint = nullptr;  // nullptr: none
};

// The largest number of different findings that are kept.
inline constexpr std::size_t kMostFindings = 64;

// Fails where nothing could be explored at all; later trouble is in CampaignResult::error.
Result<CampaignResult> run_campaign(const RunOptions& options, const CampaignContext& context);

// What the worker is told.
wire::Config worker_config(const RunOptions& options, wire::Isolation isolation);
// An end that is reported by itself; exit codes that differ are judged by ExitCodes.
bool is_failure(const wire::LogHeader& header, bool exit_code_counts);

}  // namespace stalemate::host

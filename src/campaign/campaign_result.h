// The result of a campaign, and the words of its verdict.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "campaign/findings/finding.h"
#include "explore/engine/estimate.h"
#include "explore/engine/summary.h"
#include "model/coverage.h"
#include "worker/ledger.h"

namespace stalemate::host {

enum class Coverage { kComplete, kWithinBound, kPartial };
enum class EndedBy { kNothing, kExecutions, kTime, kSteps, kFinding, kInterrupted };

const char* name_of(Coverage coverage);
const char* name_of(EndedBy limit);  // nullptr for kNothing
struct CampaignResult;
// All limits of the coverage (S15), as words of the JSON: what ended the search first.
std::vector<std::string> limits_of(const CampaignResult& result);
const char* name_of(wire::Isolation isolation);

struct CampaignResult {
  explore::Summary summary;
  std::vector<Finding> findings;
  std::vector<Doubt> doubts;
  Coverage coverage = Coverage::kPartial;  // including the ledger: partial if something was not controlled
  Ledger ledger;
  EndedBy limit = EndedBy::kNothing;
  std::optional<explore::Estimate> estimate;         // of the bound that the search was ended in
  std::optional<std::uint64_t> states;               // distinct signatures; empty if the program gives none
  std::map<std::int32_t, std::uint64_t> exit_codes;  // how many executions ended normally with each
  std::uint64_t executions_of_all = 0;               // passes, and the last one, whose summary this is
  CoverageGrowth growth;                             // if the options request it
  double seconds = 0;
  double busy_share = 0;
  unsigned jobs = 1;
  wire::Isolation isolation = wire::Isolation::kFork;
  std::uint64_t promotions = 0;            // how often the search started again (S13)
  bool leaves_races = false;               // accesses race and are no steps (--races=report)
  bool promoted_too_many = false;          // and there was more to promote than possible
  bool left_out = false;                   // there were more different findings than are kept
  std::optional<std::string> reduce_note;  // why it was not reduced as requested; summary.reduced has how
  enum class Kept { kNothing, kState, kNotReduced, kYields, kAsBefore };
  Kept kept = Kept::kNothing;             // whether the checkpoint can be resumed
  std::optional<Error> checkpoint_error;  // it could not be written
  std::optional<Error> error;             // not deterministic, or could not continue: the verdict is `error`
};

}  // namespace stalemate::host

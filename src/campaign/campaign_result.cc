#include "campaign/campaign_result.h"

#include <algorithm>
#include <string>
#include <vector>

#include "model/uncontrolled.h"

namespace stalemate::host {

const char* name_of(Coverage coverage) {
  switch (coverage) {
    case Coverage::kComplete: return "complete";
    case Coverage::kWithinBound: return "complete-within-bound";
    case Coverage::kPartial: break;
  }
  return "partial";
}

const char* name_of(EndedBy limit) {
  switch (limit) {
    case EndedBy::kNothing: break;
    case EndedBy::kExecutions: return "executions";
    case EndedBy::kTime: return "time";
    case EndedBy::kSteps: return "steps";
    case EndedBy::kFinding: return "finding";
    case EndedBy::kInterrupted: return "interrupted";
  }
  return nullptr;
}

const char* name_of(wire::Isolation isolation) {
  switch (isolation) {
    case wire::Isolation::kNone: return "none";
    case wire::Isolation::kMemory: return "memory";
    case wire::Isolation::kFork: break;
  }
  return "fork";
}

std::vector<std::string> limits_of(const CampaignResult& result) {
  std::vector<std::string> limits;
  const auto add = [&limits](const char* limit) {
    if (std::ranges::find(limits, limit) == limits.end()) limits.emplace_back(limit);
  };
  if (const char* const limit = name_of(result.limit)) add(limit);
  if (result.ledger.overflowed()) add("uninstrumented");
  for (const LedgerLine& line : result.ledger.lines())
    if (const char* const limit = limit_by(line.what)) add(limit);
  if (result.promoted_too_many || result.left_out) add("capacity");
  if (result.leaves_races) add("races");
  return limits;
}

}  // namespace stalemate::host

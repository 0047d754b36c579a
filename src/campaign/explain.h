// Turns a finding of explore() into something to read and to keep. A test binary carries no reader of debug
// information: it asks the tool that compiled it,
//     TOOL explain --out DIR --test ID --execution N --strategy S RECORDING -- PROGRAM ARGS…
// which writes the schedule and prints its path on the first line (empty: the finding is suppressed), the
// report on the others. TOOL explain --warnings PROGRAM prints what a clean result should say beside. Where
// there is no tool, the schedule is written and the report gives raw addresses.
#pragma once

#include <string>
#include <vector>

#include "campaign/campaign.h"

namespace stalemate::host {

struct ExplainRequest {
  std::string tool;                  // may be empty
  std::string test;                  // which explore() call
  std::vector<std::string> program;  // this process's arguments
  const RunOptions* options = nullptr;
};

struct Explained {
  std::string kind;
  std::string message;
  std::string schedule;  // path; empty where it could not be written
  std::string report;
  bool suppressed = false;  // the suppressions say that it is not to be told
};

Explained explain(const Finding& finding, const ExplainRequest& request);

// What the tool says of this program's own file, as warnings beside a clean result.
std::vector<std::string> own_warnings(const std::string& tool);

std::string finding_message(const wire::LogHeader& header, std::string_view text);

}  // namespace stalemate::host

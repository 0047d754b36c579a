// Turns a finding of explore() into a report and a schedule. A test binary has no reader of debug
// information: it calls the tool that compiled it,
//     TOOL explain --out DIR --test ID --execution N --strategy S RECORDING -- PROGRAM ARGS…
// which writes the schedule and prints its path on the first line (empty: the finding is suppressed), the
// report on the others. TOOL explain --warnings PROGRAM prints warnings for a clean result. Without a tool,
// the schedule is written and the report has raw addresses.
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
  std::string schedule;  // path; empty if it could not be written
  std::string report;
  bool suppressed = false;  // a suppression covers it
};

Explained explain(const Finding& finding, const ExplainRequest& request);

// The tool's warnings about this program's file, for a clean result.
std::vector<std::string> own_warnings(const std::string& tool);

std::string finding_message(const wire::LogHeader& header, std::string_view text);

}  // namespace stalemate::host

// From the detailed log of a failing execution to its report: the finding (as in the JSON), the interleaving,
// and the schedule that replays it. Pure, apart from reading source lines if requested.
#pragma once

#include <string>

#include "model/log/log_view.h"
#include "model/outcome.h"
#include "report/finding.h"
#include "report/interleaving.h"
#include "report/source_text.h"
#include "symbolize/source_map.h"
#include "trace/race.h"
#include "trace/schedule.h"

namespace stalemate::report {

struct DetailedRun {
  LogView log;
  const symbolize::SourceMap* source = nullptr;
  std::uint64_t execution = 0;  // in the canonical order
  std::string output;           // what the program printed, where it was captured
  trace::RacingCode race;       // the finding is this race, not how it ended
  std::uint64_t leak = 0;       // the finding is the leak of the block at this address
};

struct Explanation {
  Finding finding;
  Interleaving interleaving;
  std::string output;
  // Choices, threads, notes, counts and finding; the caller adds program, strategy, options and seed.
  trace::Schedule schedule;
};

Explanation explain(const DetailedRun& run, const SourceLines& lines = read_source_lines());

// Twelve hex digits over the kind and the functions, file names and lines: no addresses, no directories.
std::string fingerprint_of(const Finding& finding);
// Of a second finding with the same fingerprint: its callers count as well. The same fingerprint if it is the
// same finding. Only a failure of one thread has callers that distinguish it.
std::string fingerprint_with_callers(const Finding& finding);

}  // namespace stalemate::report

// The report for the terminal: what happened in one sentence, which thread waits for which, the interleaving
// with one column per thread, and the line that replays it; for a clean run, what was covered. Strings only:
// nothing here prints.
#pragma once

#include <string>
#include <vector>

#include "report/describe.h"
#include "report/finding.h"
#include "report/style.h"

namespace stalemate::report {

// The findings in full, then the summary of the run.
std::string render_text(const RunResult& result, const std::vector<Explanation>& explanations,
                        const Style& style);

std::string render_finding(const Explanation& explanation, const Style& style);

// The table alone.
std::string render_interleaving(const Interleaving& interleaving, const Style& style);

}  // namespace stalemate::report

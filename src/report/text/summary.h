// What a run covered, and which bound to raise next. The last block of every report.
#pragma once

#include <string>

#include "report/finding.h"
#include "report/style.h"

namespace stalemate::report {

// What was not controlled, as a block that begins with an empty line; empty if there is nothing.
std::string render_uncontrolled(const RunResult& result);
// The notes, as lines after an empty one; empty if there are none.
std::string render_notes(const RunResult& result);

std::string render_summary(const RunResult& result, const Style& style);

}  // namespace stalemate::report

// What a run covered, and which bound to raise next. The last block of every report.
#pragma once

#include <string>

#include "report/finding.h"
#include "report/style.h"

namespace stalemate::report {

std::string render_summary(const RunResult& result, const Style& style);

}  // namespace stalemate::report

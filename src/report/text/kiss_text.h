// The report of `stalemate kiss` for the terminal: each finding as `run` shows it and whether the program
// itself did the same, the checked variables, and what was covered. Claims only that balanced executions were
// searched. Strings only.
#pragma once

#include <string>

#include "report/kiss_result.h"
#include "report/style.h"

namespace stalemate::report {

std::string render_kiss_text(const KissResult& result, const Style& style);

// "ts = 1, loops <= 4": only bounds that cut something, or that the program can use.
std::string kiss_bounds(const KissResult& result, std::uint32_t ts);

}  // namespace stalemate::report

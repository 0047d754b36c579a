// The JSON of a run, field by field as docs/json.md has it. Scripts rely on it: add, never change.
#pragma once

#include <string>

#include "report/finding.h"

namespace stalemate::report {

// Ends with a line feed. Bytes that are not UTF-8 are replaced.
std::string render_json(const RunResult& result);
// How coverage grew, for --coverage.
std::string render_coverage_json(const RunResult& result);

}  // namespace stalemate::report

// Suppression files in the grammar of ThreadSanitizer and LeakSanitizer: one `race:PATTERN`,
// `race_top:PATTERN` or `leak:PATTERN` per line, `#` begins a comment line. Which findings a pattern fits is
// the report's matter (report/suppressions.h).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace stalemate {

struct SuppressionFile {
  std::vector<std::string> everywhere;  // patterns of race:
  std::vector<std::string> innermost;   // patterns of race_top:
  std::vector<std::string> leaks;       // patterns of leak:
  std::vector<std::string> warnings;    // lines that say nothing to us, one sentence each
};

// A line that is not understood is an error that names it.
Result<SuppressionFile> parse_suppressions(std::string_view text);
// The file at a path, which the error names; nothing is in the file ''.
Result<SuppressionFile> read_suppressions(const std::string& path);

}  // namespace stalemate

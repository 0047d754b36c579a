// Suppression files in the grammar of ThreadSanitizer and LeakSanitizer: one `race:PATTERN`,
// `race_top:PATTERN` or `leak:PATTERN` per line, `#` begins a comment line. report/suppressions.h decides
// which findings a pattern fits.
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
  std::vector<std::string> warnings;    // lines without meaning for us, one sentence each
};

// An invalid line is an error that names it.
Result<SuppressionFile> parse_suppressions(std::string_view text);
// The file at a path, which the error names; the file '' is empty.
Result<SuppressionFile> read_suppressions(const std::string& path);

}  // namespace stalemate

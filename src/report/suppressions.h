// Races and leaks that are not to be told: what the patterns of a suppression file (base/suppression_file.h)
// fit. A pattern is looked for in the functions and files of both stacks and in the name of the variable, of
// a leak in those of the allocation; `*` stands for anything, `^` at its begin and `$` at its end anchor it.
// A race that is suppressed is promoted (S13) all the same. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/suppression_file.h"
#include "report/finding.h"

namespace stalemate::report {

// Whether `pattern` fits `text`, as above.
bool fits_pattern(std::string_view pattern, std::string_view text);

class Suppressions {
 public:
  explicit Suppressions(SuppressionFile file = {}) : file_(std::move(file)) {}
  // A line that is not understood is an error that names it.
  static Result<Suppressions> parse(std::string_view text);

  bool covers(const Finding& finding) const;
  // Lines that say nothing to us, one sentence each.
  const std::vector<std::string>& warnings() const { return file_.warnings; }

 private:
  SuppressionFile file_;
};

}  // namespace stalemate::report

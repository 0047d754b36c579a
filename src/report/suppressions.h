// Races and leaks that are not reported: those that match the patterns of a suppression file
// (base/suppression_file.h). A pattern is searched for in the functions and files of both stacks and in the
// name of the variable, of a leak in those of the allocation; `*` stands for anything, `^` at its beginning
// and `$` at its end anchor it. A suppressed race is still promoted (S13). Pure.
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
  // An invalid line is an error that names it.
  static Result<Suppressions> parse(std::string_view text);

  bool covers(const Finding& finding) const;
  // Lines without meaning for us, one sentence each.
  const std::vector<std::string>& warnings() const { return file_.warnings; }

 private:
  SuppressionFile file_;
};

}  // namespace stalemate::report

// Whether the program itself does what a path of the sequential one simulates: it is built, the execution is
// repeated on it, and its schedule is written.
#pragma once

#include <set>
#include <string>

#include "kiss/check/check.h"
#include "kiss/table.h"
#include "report/kiss_result.h"
#include "tools/stalemate/kiss/kiss_options.h"

namespace stalemate::tools {

// Builds the program once, unless inputs are part of it: OUT/NAME/NAME, named after the first source, where
// it stays, so that schedules can be replayed.
class Confirmer {
 public:
  // All must outlive it. `folder`: for temporary files.
  Confirmer(const KissOptions& options, const kiss::Table& table, const std::string& folder)
      : options_(options), table_(table), folder_(folder) {}

  // Sets `confirmed`, `confirmation` and, if it is confirmed, the schedule of the finding.
  void confirm(const kiss::Failure& failure, report::KissFinding& finding);

 private:
  Result<void> build(const std::string& program, const report::KissFinding& finding);

  const KissOptions& options_;
  const kiss::Table& table_;
  const std::string& folder_;
  std::set<std::string> built_;
};

}  // namespace stalemate::tools

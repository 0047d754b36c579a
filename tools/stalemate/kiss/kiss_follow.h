// Repeats an execution that KISS found on the program itself: finds the points at which to switch, one switch
// after the other, by running it. It counts as repeated only if it was observed.
#pragma once

#include <optional>
#include <string>

#include "campaign/rerun/rerun.h"
#include "kiss/table.h"
#include "kiss/trace/concurrent_trace.h"
#include "report/describe.h"

namespace stalemate::tools {

struct Wish {
  const kiss::ConcurrentTrace* trace = nullptr;
  const kiss::Table* table = nullptr;
  const report::Finding* finding = nullptr;  // what the execution has to end with
};

struct Followed {
  std::optional<report::Explanation> seen;  // the same finding, as the program shows it
  std::string why_not;                      // a clause
  unsigned runs = 0;
};

Result<Followed> follow(host::Rerunner& rerunner, const Wish& wish);

}  // namespace stalemate::tools

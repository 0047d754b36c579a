// The report of an execution in a cycle (S9): one round of it for each thread, which thread is starved, and
// what would end it. Pure.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "report/finding.h"
#include "report/object_names.h"
#include "trace/execution.h"

namespace stalemate::report {

// Of an execution that has a cycle.
Cycle cycle_of(const trace::Execution& execution, const ObjectNames& names);
std::string cycle_message(const Cycle& cycle);
// For each thread that takes part, the point of the round where it waits without success, or else its first.
std::vector<std::size_t> cycle_places(const trace::Execution& execution);

}  // namespace stalemate::report

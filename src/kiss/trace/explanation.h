// The report of `run` for a failing execution that a path of the sequential program simulates: the finding
// and the interleaving, with the same words for the same things. Reads source lines if requested; else pure.
#pragma once

#include "kiss/check/check.h"
#include "kiss/table.h"
#include "kiss/trace/concurrent_trace.h"
#include "report/describe.h"

namespace stalemate::kiss {

// Without a schedule: the program has one once it has been repeated there. `variable`: of a race, as the
// table names it.
report::Explanation explain(const Failure& failure, const Table& table, const std::string& variable,
                            const report::SourceLines& lines = report::read_source_lines());

}  // namespace stalemate::kiss

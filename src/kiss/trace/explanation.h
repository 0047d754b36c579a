// What `run` tells of a failing execution, of one that a path of the sequential program simulates: the
// finding and the interleaving, with the same words where they mean the same. Reads source lines where asked
// to; else pure.
#pragma once

#include "kiss/check/check.h"
#include "kiss/table.h"
#include "kiss/trace/concurrent_trace.h"
#include "report/describe.h"

namespace stalemate::kiss {

// Without a schedule: that is the program's own, once it has been repeated there. `variable`: of a race, as
// the table names it.
report::Explanation explain(const Failure& failure, const Table& table, const std::string& variable,
                            const report::SourceLines& lines = report::read_source_lines());

}  // namespace stalemate::kiss

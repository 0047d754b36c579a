// Reports on the heap: errors in its use, lost blocks, and names for bytes of blocks, which have no name
// otherwise. Pure.
#pragma once

#include <string>
#include <vector>

#include "report/finding.h"
#include "report/interleaving.h"
#include "report/object_names.h"
#include "trace/block.h"

namespace stalemate::report {

// "8 bytes into the 64-byte block allocated at queue.cc:12 (0 in make_queue)"; empty: no block is known
// there.
std::string place_in_block(const trace::Execution& execution, const ObjectNames& names, std::uint64_t address,
                           std::size_t by = trace::kAtTheEnd);

// The message of the fault that ended the execution, and its locations: where it failed, which thread freed
// the block or accessed it, which allocated it. Does not change the finding if the log has no block.
void describe_fault(const trace::Execution& execution, const ObjectNames& names, Finding& finding);
std::vector<Mark> marks_of_fault(const trace::Execution& execution);

void describe_leak(const trace::Execution& execution, const ObjectNames& names, const trace::Leak& leak,
                   Finding& finding);
std::vector<Mark> marks_of_leak(const trace::Execution& execution, const trace::Leak& leak);

}  // namespace stalemate::report

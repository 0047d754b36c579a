// Findings in doubt: uninstrumented code may order what seems unordered, or wait for a thread that is not
// scheduled. Such a finding is reported as a note, unless an execution shows that there was no such order. In
// programs without such code no finding is in doubt. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "campaign/findings/finding.h"
#include "worker/ledger.h"

namespace stalemate::host {

// Code that may synchronize without being observed.
struct UnseenPart {
  std::string library;   // the file name of a shared library; empty: code of the program
  std::uint64_t pc = 0;  // of code of the program: its address in the ledger
  std::string because;   // "libpool.so was built without stalemate", "inline assembly is not instrumented"
  bool orders = true;    // it may order threads, judging by its instructions
};

// The parts that the ledger lists, in its order.
std::vector<UnseenPart> unseen_parts(const Ledger& ledger);

// Whether one of them may order threads: then races must be proven.
bool may_order_threads(const Ledger& ledger);

// The part that puts the finding in doubt, as its clause; empty: it is certain. `met`: of a race, both
// threads were before their accesses at the same time in some execution.
std::optional<std::string> doubted_for(const Finding& finding, const std::vector<UnseenPart>& parts,
                                       bool met);

}  // namespace stalemate::host

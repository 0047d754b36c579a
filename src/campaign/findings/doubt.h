// Findings in doubt: code that was built without us may order what looks unordered to us, or wait for a
// thread that is not scheduled. Such a finding is reported as a note, unless an execution shows that there
// was no such order. In programs without such code nothing is ever in doubt. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "campaign/findings/finding.h"
#include "worker/ledger.h"

namespace stalemate::host {

// Code that may synchronize by means that are not seen.
struct UnseenPart {
  std::string library;   // the file name of a shared library; empty: code of the program
  std::uint64_t pc = 0;  // of code of the program: the address by which the ledger knows it
  std::string because;   // "libpool.so was built without stalemate", "inline assembly is not instrumented"
  bool orders = true;    // it may order threads, as far as its instructions tell
};

// Those that the ledger lists, in its order.
std::vector<UnseenPart> unseen_parts(const Ledger& ledger);

// Whether one of them may order threads: then races have to be proven.
bool may_order_threads(const Ledger& ledger);

// The part that the finding hinges on, as its clause; nothing: it is beyond doubt. `met`: of a race, both
// threads stood before their accesses at once in some execution.
std::optional<std::string> doubted_for(const Finding& finding, const std::vector<UnseenPart>& parts,
                                       bool met);

}  // namespace stalemate::host

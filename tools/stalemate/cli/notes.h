// Notes: worth knowing, but not findings.
#pragma once

#include <vector>

#include "report/finding.h"
#include "worker/ledger.h"

namespace stalemate::tools {

// Loops without a yield that were treated as one (S9), each line once: by file, then line.
std::vector<report::Note> notes_of(const host::Ledger& ledger);

}  // namespace stalemate::tools

// Libraries that are loaded and were not compiled with us.
#pragma once

#include <cstdint>

namespace stalemate::rt {

// Enters the program and these libraries in the ledger. Once every initialiser has run.
void note_unseen_code();
// Whether some of these libraries are loaded, and whether the instruction at `pc` is of one.
bool has_unseen_library();
bool is_in_unseen_library(std::uintptr_t pc);
// The same for what was loaded since, with new module descriptions for reports; cheap if nothing was.
void note_loaded_since();

}  // namespace stalemate::rt

// What the runtime finds out about itself before the first execution: whether calls of the program come here
// at all, and which code in the process nobody sees. Where control is impossible it says why; the rest goes
// to the ledger.
#pragma once

#include <cstdint>

namespace stalemate::rt {

// An initialiser of instrumented code was run, and goes on at `pc`.
void remember_instrumented(std::uintptr_t pc);
// Whether one of them was the program's own.
bool program_was_instrumented();
// Its malloc is not ours: it has one of its own.
bool program_has_own_malloc();

// nullptr, or a sentence on why nothing can be explored. Needs the channel.
const char* self_check();
// The program and the libraries that are loaded and were not compiled with us. Once every initialiser has
// run.
void note_unseen_code();
// Whether some of these libraries are loaded, and whether the instruction at `pc` is of one.
bool has_unseen_library();
bool is_in_unseen_library(std::uintptr_t pc);
// The same for what was loaded since, with new module descriptions for reports; cheap where nothing was.
void note_loaded_since();

}  // namespace stalemate::rt

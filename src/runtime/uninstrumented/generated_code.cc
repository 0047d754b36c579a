#include "runtime/uninstrumented/generated_code.h"

#include "runtime/core/state.h"
#include "runtime/log/ledger.h"
#include "runtime/uninstrumented/code_watch.h"

namespace stalemate::rt {

namespace {

std::uintptr_t made_at = 0;  // restored with the rest of the memory, as the code is

void note(std::uintptr_t pc) { note_uncontrolled(wire::Uncontrolled::kGeneratedCode, pc, ""); }

}  // namespace

void note_generated_code(std::uintptr_t pc) {
  made_at = pc;
  if (g.active && beside_threads()) note(pc);
}

void note_generated_code_beside_threads() {
  if (made_at != 0) note(made_at);
}

}  // namespace stalemate::rt

// Inline assembly that may access memory of several threads: the plug-ins for the compilers put a call before
// it.
#include "model/wire/wire.h"
#include "runtime/core/state.h"
#include "runtime/platform/originals.h"
#include "runtime/uninstrumented/code_watch.h"

using namespace stalemate::rt;

STALEMATE_INTERPOSED void stalemate_assembly() {
  if (g.active && beside_threads()) note_unseen(STALEMATE_CALLER | stalemate::wire::kUnseenAssembly);
}

// Libraries that the program closes: they are entered in the ledger while they are still loaded. `dlopen`
// looks at its caller, so nothing of ours can stand in front of it. Not in programs without a loader.
#include <dlfcn.h>

#include "runtime/core/state.h"
#include "runtime/platform/originals.h"
#include "runtime/uninstrumented/unseen_library.h"

using namespace stalemate::rt;

STALEMATE_INTERPOSED int dlclose(void* library) noexcept {
  if (g.active) note_loaded_since();
  static const auto close = reinterpret_cast<decltype(&dlclose)>(original("dlclose"));
  return close(library);
}

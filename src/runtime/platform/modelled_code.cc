// The table that tools/library_names makes, if the C++ library is linked into the program.
#include "runtime/platform/originals.h"

extern "C" {
extern __attribute__((weak, visibility("hidden"))) const std::uintptr_t __start_stalemate_modelled[];
extern __attribute__((weak, visibility("hidden"))) const std::uintptr_t __stop_stalemate_modelled[];
}

namespace stalemate::rt {

CodeAddresses modelled_library_code() { return {__start_stalemate_modelled, __stop_stalemate_modelled}; }

}  // namespace stalemate::rt

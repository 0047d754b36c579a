// Which code a code address belongs to: code whose synchronization is observed, or not. What the C library
// does for a caller (a copy, a free) is checked only for the former: other code may order its accesses by
// unobserved means, and would be reported for races that it does not have.
//
// By modules, as the loader lists them. A program without a loader is one module: there, what was linked
// before the runtime is the program's. Cheap: a comparison for the program's own code, else a search.
#pragma once

#include <cstdint>

namespace stalemate::rt {

enum class CodeOrigin : std::uint8_t {
  kUnseen,        // other libraries, addresses in no module, and uninstrumented parts of others
  kInstrumented,  // the program, and libraries that were compiled with us
  kCxxLibrary,    // its templates work on the program's objects, its synchronization is interposed
};

// Before the first execution, and whenever modules have been loaded.
void learn_code_origins();
CodeOrigin origin_of(std::uintptr_t pc);

// Whether accesses that are made for the code at `pc` are the program's.
inline bool is_checked_code(std::uintptr_t pc) { return origin_of(pc) != CodeOrigin::kUnseen; }

}  // namespace stalemate::rt

// The functions that the runtime interposes. Found once; calling them does what the program would have done
// without us.
#pragma once

#include <cstdint>

#include "runtime/platform/original_functions.h"

namespace stalemate::rt {

struct RealFunctions {
#define STALEMATE_REAL(name) decltype(&::name) name;
  STALEMATE_REAL_FUNCTIONS(STALEMATE_REAL)
#undef STALEMATE_REAL
  // Not in any header, or under another name there.
  void (*assert_fail)(const char*, const char*, unsigned, const char*);
  void (*register_cancel)(__pthread_unwind_buf_t*);
  void (*unregister_cancel)(__pthread_unwind_buf_t*);
  void (*unwind_next)(__pthread_unwind_buf_t*);
};

const RealFunctions& real();

// The function that one of ours replaces, null if the program has none. In a program without a loader only
// those of original_functions.h are known.
void* original(const char* name);
// The same for a function that also has a version for programs older than `version`.
void* original(const char* name, const char* version);
// What a library of the program finds under this name; null if the linker has resolved it.
void* used_by_libraries(const char* name);

// Where the program's code ends within its module, which ends at `end`: without a loader, the C library
// follows.
std::uintptr_t end_of_program_code(std::uintptr_t end);
// Whether the C library is a part of the program.
bool has_c_library_inside();
// Where the code of the compiler's libraries begins that were linked into the program, behind all code of the
// program; 0: there is none, or it is unknown.
std::uintptr_t first_library_code();
// Functions among them that work on objects of the program and have no model there; some are null.
struct CodeAddresses {
  const std::uintptr_t* begin;
  const std::uintptr_t* end;
};
CodeAddresses modelled_library_code();

// The C++ library's, if it is linked into the program and the loader does not know it.
struct Original {
  const char* name;
  const void* address;
};
extern __attribute__((weak)) const Original cxx_originals[];
void* original_in_program(const char* name);

}  // namespace stalemate::rt

// Every interposed function is exported under the original's name.
#define STALEMATE_INTERPOSED extern "C" __attribute__((visibility("default")))
// Code address of the call, for reports.
#define STALEMATE_CALLER reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))

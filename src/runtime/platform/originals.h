// The functions that ours stand in front of. Found once; calling them is what the program would have done
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

// The function that one of ours stands in front of, null where the program has none. In a program without a
// loader only those of original_functions.h are known.
void* original(const char* name);
// The same of a function that also has a version for programs older than `version`.
void* original(const char* name, const char* version);
// What a library of the program finds under this name; null where the linker has decided it.
void* used_by_libraries(const char* name);

// Where the program's code ends within its module, which ends at `end`: where there is no loader, what comes
// with the C library follows.
std::uintptr_t end_of_program_code(std::uintptr_t end);
// Where the code of libraries begins that come with the compiler and became part of the program, behind all
// that is the program's; 0: there are none, or nobody knows.
std::uintptr_t first_library_code();
// Functions among it that work on objects of the program and have no model there; some are null.
struct CodeAddresses {
  const std::uintptr_t* begin;
  const std::uintptr_t* end;
};
CodeAddresses modelled_library_code();

// The C++ library's, where it is part of the program and the loader does not know it.
struct Original {
  const char* name;
  const void* address;
};
extern __attribute__((weak)) const Original cxx_originals[];
void* original_in_program(const char* name);

}  // namespace stalemate::rt

// Every interposed function is exported under the name it stands for.
#define STALEMATE_INTERPOSED extern "C" __attribute__((visibility("default")))
// Code address of the call, for reports.
#define STALEMATE_CALLER reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))

// Known functions without a body: what a call of them means in the sequential program. One table.
#pragma once

#include "kiss/front/clang.h"

namespace stalemate::kiss {

enum class Treatment {
  kPure,     // called as it is; touches no memory of the program
  kReads,    // called as it is; one read, of what its first argument points to
  kWrites,   // called as it is; one write, to what its first argument points to
  kRenamed,  // called by the name in `prototype`; declared by kiss.h
  kSilent,  // its arguments are evaluated, nothing happens, the result is 0; `prototype` is a note about that
  kPoint,   // the same, and others may run before it
  kExit,    // the process ends
  kAbort,   // an error
  kRefused,  // `prototype` has the reason
};

struct LibraryFunction {
  const char* name;
  Treatment treatment;
  const char* prototype;  // with the types that compilers expect of their built-in functions
};

// Null if it is unknown. __builtin_memcpy and similar ones are found by their plain names.
const LibraryFunction* find_library_function(llvm::StringRef name);

// KISS_BENIGN(x) of <stalemate/kiss.h> is *(type)kiss_benign_access(&x, sizeof x).
bool is_benign_mark(const clang::CallExpr* call);

}  // namespace stalemate::kiss

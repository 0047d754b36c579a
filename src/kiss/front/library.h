// Functions without a body that we know: what a call of them means in the sequential program. One table.
#pragma once

#include "kiss/front/clang.h"

namespace stalemate::kiss {

enum class Treatment {
  kPure,     // called as it is; touches no memory of the program
  kReads,    // called as it is; one read, of what its first argument points to
  kWrites,   // called as it is; one write, to what its first argument points to
  kRenamed,  // called by the name that `prototype` says; declared by kiss.h
  kSilent,  // its arguments are evaluated, nothing happens, the result is 0; `prototype` is a note about that
  kPoint,   // the same, and others may run before it
  kExit,    // the process ends
  kAbort,   // an error
  kRefused,  // `prototype` says why
};

struct LibraryFunction {
  const char* name;
  Treatment treatment;
  const char* prototype;  // with the types that compilers expect of their built-in functions
};

// Null where we do not know it. __builtin_memcpy and its like are found by their plain names.
const LibraryFunction* find_library_function(llvm::StringRef name);

// KISS_BENIGN(x) of <stalemate/kiss.h> is *(type)kiss_benign_access(&x, sizeof x).
bool is_benign_mark(const clang::CallExpr* call);

}  // namespace stalemate::kiss

// A pass for accesses that clang's thread sanitizer leaves out: plain ones of other than 1, 2, 4, 8 or 16 bytes (vectors,
// `long double`), and those of the processor's intrinsics. The sanitizer's hook for ranges is called before them, or, where it
// is not known which bytes are accessed, what announces inline assembly.
#pragma once

#include <llvm/IR/PassManager.h>

class CheckWideAccesses : public llvm::PassInfoMixin<CheckWideAccesses> {
 public:
  // Of functions that are not to be optimized, too.
  static bool isRequired() { return true; }

  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&);
};

// Functions that are known without a look at their code: those of libraries that come with the compiler, of
// the runtime and of test frameworks, and the program's startup code.
#pragma once

#include "runtime/uninstrumented/analysis/function_table.h"
#include "runtime/uninstrumented/analysis/program_image.h"

namespace stalemate::rt {

class CodeByName {
 public:
  CodeByName(const ProgramImage& image, const FunctionTable& functions)
      : image_(image), functions_(functions) {}

  // Sets the states of the functions that are known, and which of them are modelled.
  void judge();

 private:
  void judge_modelled();
  void judge_name(const char* name, const Elf64_Sym& symbol);
  void judge_startup();
  bool is_unwound(const CodeFunction& function) const;

  const ProgramImage& image_;
  const FunctionTable& functions_;
  bool has_cxx_library_ = false;
};

}  // namespace stalemate::rt

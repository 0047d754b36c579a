#include "runtime/uninstrumented/instrumented_program.h"

#include <link.h>
#include <cstring>

#include "runtime/uninstrumented/module_code.h"

namespace stalemate::rt {

namespace {

bool program_is_instrumented = false;

struct Question {
  std::uintptr_t pc;
  bool first;  // the current module is the program itself
};

// The program's initialisers are called by itself or by libc, those of libraries by the loader; and an
// initialiser often ends with a jump to us.
int is_program_start(dl_phdr_info* module, std::size_t, void* argument) {
  auto* question = static_cast<Question*>(argument);
  const bool is_program = question->first;
  question->first = false;
  if (!code_of(*module).holds(question->pc)) return 0;
  program_is_instrumented = is_program || std::strncmp(file_name(module->dlpi_name), "libc.so", 7) == 0;
  return 1;
}

}  // namespace

void remember_instrumented(std::uintptr_t pc) {
  if (program_is_instrumented) return;
  Question question{pc, true};
  dl_iterate_phdr(is_program_start, &question);
}

bool program_was_instrumented() { return program_is_instrumented; }

}  // namespace stalemate::rt

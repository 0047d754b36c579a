// Where a program with a loader comes under control: libc gets another main.
#include "base/check.h"
#include "runtime/libc/string_originals.h"
#include "runtime/platform/originals.h"
#include "runtime/session/attach.h"

using namespace stalemate::rt;

STALEMATE_INTERPOSED int __libc_start_main(int (*main)(int, char**, char**), int argc, char** argv,
                                           int (*init)(int, char**, char**), void (*fini)(),
                                           void (*rtld_fini)(), void* stack_end) {
  find_string_functions();
  using Start = int (*)(Main, int, char**, int (*)(int, char**, char**), void (*)(), void (*)(), void*);
  const auto start = reinterpret_cast<Start>(original("__libc_start_main"));
  STALEMATE_CHECK(start != nullptr, "this libc has no __libc_start_main");
  if (!comes_under_control()) return start(main, argc, argv, init, fini, rtld_fini, stack_end);
  enter_by(main);
  return start(controlled_main, argc, argv, init, fini, rtld_fini, stack_end);
}

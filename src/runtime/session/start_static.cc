// Where a program without a loader comes under control: before libc's start not even its string functions can
// be called, so its main is wrapped (--wrap), and the first initialiser checks whether the program is to be
// controlled. Replaces start.cc.
#include "runtime/libc/string_originals.h"
#include "runtime/platform/originals.h"
#include "runtime/session/attach.h"

using namespace stalemate::rt;

namespace {

bool controlled = false;

void look(int, char**, char**) {
  find_string_functions();
  controlled = comes_under_control();
}

__attribute__((section(".preinit_array"), used)) void (*const look_first)(int, char**, char**) = look;

}  // namespace

extern "C" int stalemate_rt_real_main(int, char**, char**) asm("__real_main");
STALEMATE_INTERPOSED int stalemate_rt_main(int argc, char** argv, char** environment) asm("__wrap_main");

int stalemate_rt_main(int argc, char** argv, char** environment) {
  if (!controlled) return stalemate_rt_real_main(argc, argv, environment);
  enter_by(stalemate_rt_real_main);
  return controlled_main(argc, argv, environment);
}

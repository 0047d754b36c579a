// From names of functions on standard input, one in each line, makes an assembler file with the addresses of
// those that work on objects of the program and have no model in a static program (known_code.h): the runtime
// recognises them there even if symbols were removed. A name that a program does not have is null in the
// table. Protected: the linker resolves them, and a program with a loader does not look them up.
#include <cstdio>
#include <iostream>
#include <string>

#include "runtime/uninstrumented/analysis/known_code.h"

int main() {
  std::puts("  .section stalemate_modelled,\"aw\",@progbits\n  .balign 8\n  .quad 0");
  for (std::string name; std::getline(std::cin, name);)
    if (stalemate::rt::is_modelled_function(name.c_str()))
      std::printf("  .weak %s\n  .protected %s\n  .quad %s\n", name.c_str(), name.c_str(), name.c_str());
  std::puts("  .section .note.GNU-stack,\"\",@progbits");
}

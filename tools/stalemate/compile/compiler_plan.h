// Which commands the compiler wrapper runs. Pure: given what was typed, the real compiler and where our parts
// are, it returns what to run, and runs nothing.
//
// Programs are compiled with the thread sanitizer's instrumentation, and linked with our runtime in place of
// the sanitizer's. No driver does that in one command, so a command that compiles and links becomes one
// compilation per source and a link.
#pragma once

#include <string>
#include <vector>

#include "tools/stalemate/cli/paths.h"

#include "tools/stalemate/compile/compiler_args.h"

namespace stalemate::tools {

struct Toolchain {
  std::vector<std::string> driver;  // the real compiler, with a launcher before it if the user gave one
  bool clang = false;
};

using Command = std::vector<std::string>;

struct Plan {
  std::vector<Command> commands;  // in order; the first that fails ends the build
  bool uses_scratch = false;
};

Plan compiler_plan(Language language, const std::vector<std::string>& args, const Toolchain& toolchain,
                   const Paths& paths);

// The real compiler. `cc` and `cxx` are the values of STALEMATE_CC and STALEMATE_CXX, empty where unset:
// a C compiler alone also names its C++ sibling (clang-19, clang++-19).
Toolchain choose_toolchain(Language language, const std::string& cc, const std::string& cxx);

}  // namespace stalemate::tools

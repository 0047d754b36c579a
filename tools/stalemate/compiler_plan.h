// Which commands the compiler wrapper runs. Pure: given what was typed, the real compiler and where our
// parts are, it says what to run, and runs nothing.
//
// Programs are compiled with the thread sanitizer's instrumentation, and linked with our runtime in place
// of the sanitizer's. No driver does that in one command, so a command that compiles and links becomes one
// compilation per source and a link.
#pragma once

#include <string>
#include <vector>

#include "tools/stalemate/compiler_args.h"

namespace stalemate::tools {

struct Toolchain {
  std::vector<std::string> driver;  // the real compiler, with a launcher before it if the user gave one
  bool clang = false;
};

// How the runtime is linked into a program. A static program always carries it.
enum class RuntimeKind { kArchive, kShared };

// Empty archives are left out of the link.
struct Paths {
  std::string tool;         // the stalemate command itself
  std::string include;      // holds stalemate/stalemate.h
  std::string runtime;      // libstalemate_rt.a: the hooks, needed whole
  std::string shared;       // libstalemate_rt.so: all of the runtime, for C and C++
  std::string cxx;          // libstalemate_cxx.a: what C++ programs need besides, needed whole
  std::string openmp;       // libstalemate_openmp.a: in place of the compiler's own library
  std::string fixed;        // stalemate_static.o: the runtime for programs without a loader
  std::string fixed_cxx;    // stalemate_static_cxx.o: the same of cxx, for a C++ library inside the program
  std::string wraps;        // stalemate_static.wraps, stalemate_static_cxx.wraps: the linker options that go
  std::string wraps_cxx;    // with these two
  std::string library;      // libstalemate.a: explore() and what it stands on
  std::string exports;      // the runtime's symbols, for libraries that the program opens later
  std::string inputs = {};  // an object that lists the inputs which were built without us
  std::string scratch;      // a directory for objects between compilation and link
  RuntimeKind kind = RuntimeKind::kArchive;
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

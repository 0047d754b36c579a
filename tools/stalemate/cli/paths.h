// Where the parts of an installation are.
#pragma once

#include <string>

namespace stalemate::tools {

// How the runtime is linked into a program. A static program always carries it.
enum class RuntimeKind { kArchive, kShared };

// Empty archives are left out of the link.
struct Paths {
  std::string tool;          // the stalemate command itself
  std::string include;       // holds stalemate/stalemate.h
  std::string runtime;       // libstalemate_rt.a: the hooks, needed whole
  std::string shared;        // libstalemate_rt.so: all of the runtime, for C and C++
  std::string cxx;           // libstalemate_cxx.a: what C++ programs need besides, needed whole
  std::string openmp;        // libstalemate_openmp.a: in place of the compiler's own library
  std::string fixed;         // stalemate_static.o: the runtime for programs without a loader
  std::string fixed_cxx;     // stalemate_static_cxx.o: the same of cxx, for a C++ library inside the program
  std::string wraps;         // stalemate_static.wraps, stalemate_static_cxx.wraps: the linker options that go
  std::string wraps_cxx;     // with these two
  std::string library;       // libstalemate.a: explore() and its dependencies
  std::string exports;       // the runtime's symbols, for libraries that the program opens later
  std::string gcc_plugin;    // gcc_plugin.so: instruments what gcc does not; empty if it was not built
  std::string clang_plugin;  // clang_plugin.so: the same for clang
  std::string inputs = {};   // an object that lists the inputs which were built without us
  std::string scratch;       // a directory for objects between compilation and link
  RuntimeKind kind = RuntimeKind::kArchive;
};

}  // namespace stalemate::tools

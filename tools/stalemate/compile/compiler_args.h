// What a compiler command line requests, as far as the wrapper must know it: which arguments are sources,
// which only the compiler or only the linker uses, and where the compiler stops. Pure.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace stalemate::tools {

enum class Language { kC, kCxx };

enum class Stage {
  kPlain,       // prints something or has no input: nothing to add
  kPreprocess,  // -E, -M, -MM
  kCompile,     // -c, -S, -fsyntax-only, a precompiled header
  kLink,        // objects only
  kBuild,       // sources to a program or library in one command
};

enum class ArgKind {
  kBoth,        // given to every step
  kStage,       // such as -c, -E
  kSource,      // an input that is compiled
  kLinkInput,   // an object, archive, -l, -L, -Wl,
  kOutput,      // -o FILE
  kLanguage,    // -x LANGUAGE
  kDependency,  // such as -MD, -MF FILE
};

// One argument together with the value that it takes separately, if any.
struct CompilerArg {
  ArgKind kind = ArgKind::kBoth;
  std::vector<std::string> words;
  std::string language;  // kSource: the -x in force, empty for none
};

struct CompilerArgs {
  Stage stage = Stage::kPlain;
  std::vector<CompilerArg> args;
  std::optional<std::string> output;
  bool assembles_only = false;     // every source is plain assembly
  bool makes_library = false;      // -shared or -r: not a program
  bool makes_static = false;       // -static or -static-pie: a program without a loader
  bool includes_cxx = false;       // -static-libstdc++: the C++ library becomes part of the program
  bool optimizes_late = false;     // -flto
  bool forbids_undefined = false;  // -Wl,--no-undefined or -Wl,-z,defs
  bool asks_for_tsan = false;      // the user's own -fsanitize=thread
  bool writes_dependencies = false;
  bool names_dependency_file = false;
  bool names_dependency_target = false;
  // Not among `args`: an option for counters of executed lines. All threads write them, so they would race.
  std::optional<std::string> left_out;
};

CompilerArgs read_compiler_args(const std::vector<std::string>& args);

// The words of a response file, with quotes and backslashes as gcc, clang and ld read them.
std::vector<std::string> split_response_file(const std::string& text);

}  // namespace stalemate::tools

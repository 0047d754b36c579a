// Which inputs of a link were built without us, so that a report can name the library that a function came
// from: the finished program does not contain it. An object that was compiled with instrumentation refers to
// __tsan_init, whichever compiler made it.
#pragma once

#include <string>
#include <vector>

#include "tools/stalemate/compile/compiler_args.h"

namespace stalemate::tools {

// The section of a program that contains the list: "input<TAB>function" per line.
inline constexpr char kInputSection[] = ".stalemate.inputs";

// Of each object and archive among the arguments that has no instrumentation: its functions, with the file's
// name, and the member's. Libraries are searched for in -L's directories; the system's are left out.
std::string uninstrumented_inputs(const CompilerArgs& args);
// The same for one file.
std::string uninstrumented_functions(const std::string& path);

// An object file with nothing but that section.
std::string object_with_inputs(const std::string& list);

}  // namespace stalemate::tools

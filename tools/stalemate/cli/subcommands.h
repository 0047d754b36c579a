// The subcommands by name, for the help, the manual pages and the completions alike.
#pragma once

#include <string_view>

namespace stalemate::tools {

struct SubcommandSpec {
  std::string_view name;
  std::string_view usage;  // what follows the name
  std::string_view help;   // one clause
};

inline constexpr SubcommandSpec kSubcommandTable[] = {
    {"cc", "ARGS…", "compile and link C like the compiler it wraps"},
    {"c++", "ARGS…", "compile and link C++ like the compiler it wraps"},
    {"run", "[options] -- PROGRAM ARGS…", "explore the interleavings of a program"},
    {"replay", "[options] FILE.sched [-- PROGRAM ARGS…]", "run one interleaving again"},
    {"record", "[options] -o FILE -- PROGRAM ARGS…", "record one execution as a trace"},
    {"kiss", "[options] [-D… -I… -std=…] FILE.c…", "check a C program by making it sequential"},
    {"predict", "[options] TRACE [-- PROGRAM ARGS…]",
     "list the reads of a recorded execution that could have returned another write"},
    {"explain", "[options] RECORDING -- PROGRAM ARGS…",
     "explain a finding of explore(); test binaries call it"},
};

}  // namespace stalemate::tools

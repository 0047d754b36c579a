// Code addresses to functions and lines, inlining included. Internal to this directory.
#pragma once

#include <elfutils/libdwfl.h>

#include <string>
#include <vector>

#include "symbolize/source_map.h"

namespace stalemate::symbolize {

// Innermost first; empty if the module has nothing about it. `pc` is inside the call instruction.
std::vector<Frame> code_frames(Dwfl_Module* module, Dwarf_Addr pc);

}  // namespace stalemate::symbolize

// The function that a code address lies in, by the symbol tables of the files that are loaded: no debug
// information, no third party. The text of modules is that of the channel (code_places.h).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace stalemate::host {

// For people: demangled, without parameters. Empty: there is no symbol for it.
std::string function_name(std::string_view modules, std::uint64_t address);

// The object or the member of an archive that it came from, where the wrapper has linked it without
// instrumentation and has listed it (section .stalemate.inputs: "input<TAB>function" per line); else empty.
std::string linked_input(std::string_view modules, std::uint64_t address);

}  // namespace stalemate::host

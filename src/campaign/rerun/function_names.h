// The function that contains a code address, by the symbol tables of the loaded files: no debug information,
// no third party. The text of modules is that of the channel (code_places.h).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace stalemate::host {

// For users: demangled, without parameters. Empty: there is no symbol for it.
std::string function_name(std::string_view modules, std::uint64_t address);

// The object or archive member that it came from, if the wrapper linked it without instrumentation and listed
// it (section .stalemate.inputs: "input<TAB>function" per line); else empty.
std::string linked_input(std::string_view modules, std::uint64_t address);

}  // namespace stalemate::host

// Addresses that outlive a run: module and offset (S11) instead of the load address of the module. The
// text of modules is that of the channel: one "start end offset path" per line, hex. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stalemate::host {

// "queue_test+0x1a2b"; empty: it lies in no module.
std::string code_place(std::string_view modules, std::uint64_t address);
// The inverse; empty if it is not a place, or no such module is loaded.
std::optional<std::uint64_t> code_address(std::string_view modules, std::string_view place);
// The same for a variable. The variables at the end of a module are in no part of its file: their offset lies
// beyond it. "0x580020000010": one in no module, which has this address in each run.
std::string word_place(std::string_view modules, std::uint64_t address);
std::optional<std::uint64_t> word_address(std::string_view modules, std::string_view place);

}  // namespace stalemate::host

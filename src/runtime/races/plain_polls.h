// Loops that wait for a plain variable to change, and so make no step: no thread could ever change it.
// Detected once the watchdog has asked about an execution; it then ends as a hang, and its log names the
// loads of the loop (kPolls), so that they can be promoted (S13) and the loop be explored (S9).
#pragma once

#include <cstddef>
#include <cstdint>

namespace stalemate::rt {

// An execution begins.
void begin_plain_polls();
// The watchdog asks. False: it has asked about this step before, so the execution hangs.
bool suspect_plain_polls();
// A read of a volatile variable. Very many of them without a step are a poll, too.
void count_volatile_read();
// While accesses are checked one by one: called for each of them, before it happens.
void note_plain_access(std::uintptr_t address, std::size_t bytes, bool write, std::uintptr_t pc);

// The value there, as far as a poll can tell; 0 if it cannot be read.
std::uint64_t value_at(std::uintptr_t address, std::size_t bytes);

}  // namespace stalemate::rt

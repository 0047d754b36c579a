// Race checking for an execution: switches it on if requested, logs what the shadow finds, makes steps of
// promoted accesses (S13), records watched ones.
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/wire/wire.h"

namespace stalemate::rt {

// Once per server; false if it is not possible.
bool prepare_race_checking();
// An execution begins, before any code of the program runs.
void begin_race_checking(const wire::ItemHeader& item);
// The program's code ends.
void end_race_checking();

// An atomic access that is no step (private_atomics.h): recorded like a plain one if it is watched.
void log_private_atomic(std::uintptr_t address, std::size_t bytes, bool write, std::uintptr_t pc);

// Races on these bytes are intended.
void allow_races(std::uintptr_t address, std::size_t bytes);

}  // namespace stalemate::rt

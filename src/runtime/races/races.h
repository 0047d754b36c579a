// Race checking as an execution sees it: switches it on where it is wanted, writes what the shadow finds to
// the log, makes steps of promoted accesses (S13), records watched ones.
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/wire/wire.h"

namespace stalemate::rt {

// Once per server; false where it cannot be had.
bool prepare_race_checking();
// An execution begins, before any code of the program runs.
void begin_race_checking(const wire::ItemHeader& item);
// The program's code ends.
void end_race_checking();

// Races on these bytes are intended.
void allow_races(std::uintptr_t address, std::size_t bytes);

}  // namespace stalemate::rt

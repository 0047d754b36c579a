// Walks the paths of the program depth first: the choices of one path are stored, the last one that can be
// increased is increased, and the program runs from its start again. One walk at a time in a process.
#pragma once

#include "kiss/engine/path_end.h"
#include "kiss/engine/wire.h"

namespace stalemate::kiss::engine {

// `program` may be run from now on. Returns a sentence if that fails, else null.
const char* prepare_walk(Channel& channel, void (*program)());
// Carries out the order in the channel; `give_back` is called when part of the order was cut off.
void walk(void (*give_back)());

// For the handler of signals: is the program running, or the engine?
bool is_inside();
[[noreturn]] void overflowed_stack();
// Called once for each second of processor time; ends a path without progress.
void second_passed();

}  // namespace stalemate::kiss::engine

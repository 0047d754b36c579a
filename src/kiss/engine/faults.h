// Signals that the program causes: a crash ends its path as a failure, the first write to a page goes on, and
// a clock of processor time notices a path that never ends. Handled on a stack of their own.
#pragma once

namespace stalemate::kiss::engine {

void catch_faults();

}  // namespace stalemate::kiss::engine

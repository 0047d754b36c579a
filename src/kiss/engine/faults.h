// Signals that the program causes: a crash ends its path as a failure, the first write to a page continues,
// and a clock of processor time detects a path that never ends. Handled on a separate stack.
#pragma once

namespace stalemate::kiss::engine {

void catch_faults();

}  // namespace stalemate::kiss::engine

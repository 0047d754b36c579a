// The loader resolves a function at its first call and stores it in memory, which undoing an execution
// reverts. What it has resolved is therefore made part of the snapshot; the program cannot tell.
#pragma once

#include <cstdint>

namespace stalemate::rt {

// Once, before the snapshot: where the loader stores them.
void find_lazy_bindings();
// Visits every place where it may have stored something by now.
void each_lazy_binding(void (*visit)(std::uint64_t* place));

}  // namespace stalemate::rt

// The loader looks a function up at its first call, and remembers it in memory, which an execution that is
// undone takes back. What it has found is therefore made part of the snapshot; the program cannot tell.
#pragma once

#include <cstdint>

namespace stalemate::rt {

// Once, before the snapshot: where the loader remembers.
void find_lazy_bindings();
// Visits every place where it may have remembered something by now.
void each_lazy_binding(void (*visit)(std::uint64_t* place));

}  // namespace stalemate::rt

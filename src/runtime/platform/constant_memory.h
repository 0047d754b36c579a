// Memory that nothing writes: the code and constants of the modules that were loaded when the program began.
#pragma once

#include <cstdint>

namespace stalemate::rt {

// Once, before the program's threads.
void find_constant_memory();
bool is_constant_memory(std::uint64_t address);

}  // namespace stalemate::rt

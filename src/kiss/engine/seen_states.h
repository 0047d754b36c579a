// The hashes of the visited states: a set that grows to a limit. Beyond it nothing is added, which costs time
// but changes no result: known states still cut paths, and unknown ones are walked.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/hash128.h"

namespace stalemate::kiss::engine {

bool start_states(std::size_t most_bytes);  // false: no memory
bool insert_state(Hash128 state);           // false: it was there
std::uint64_t state_count();
bool states_are_full();

}  // namespace stalemate::kiss::engine

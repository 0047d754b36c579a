// A shorter form of the same interleaving: only what its last event depends on, reordered where events are
// independent so that threads run on for as long as they can. Every read sees what it saw there.
#pragma once

#include <cstdint>
#include <vector>

#include "predict/decide/trace_index.h"

namespace stalemate::predict {

std::vector<std::uint32_t> with_few_switches(const TraceIndex& index,
                                             const std::vector<std::uint32_t>& events);

}  // namespace stalemate::predict

// Memory for the frontier of a search that a fork does not copy: a worker started late in a long search
// costs microseconds, not the page tables of millions of nodes.
#pragma once

#include "explore/engine/slab_pool.h"

namespace stalemate::host {

explore::MemorySource frontier_memory();

}  // namespace stalemate::host

// The common part of clang's calls: a place in the source, and a number of the calling thread that is only
// passed back.
#pragma once

#include <cstdint>

#include "openmp/team.h"

namespace stalemate::omp {

struct Ident;

// Threads are numbered within their teams.
inline std::int32_t global_number() { return static_cast<std::int32_t>(here().number); }

}  // namespace stalemate::omp

// A parallel region that clang runs in the calling thread alone, and calls itself: a team that begins in one
// call and ends in another.
#include <cstdint>
#include <cstdlib>

#include "openmp/entry.h"
#include "openmp/kmpc/kmpc.h"
#include "openmp/team.h"

using namespace stalemate::omp;

STALEMATE_OPENMP void __kmpc_serialized_parallel(Ident*, std::int32_t) { begin_alone(); }
STALEMATE_OPENMP void __kmpc_end_serialized_parallel(Ident*, std::int32_t) { end_alone(); }

// Cancellation. A cancelled construct is left at cancellation points, which the compiler inserts; without
// OMP_CANCELLATION nothing is ever cancelled. Cancelling orders: what was done before is visible where it is
// detected.
#pragma once

#include "openmp/cancel_bits.h"

namespace stalemate::omp {

// Whether the calling thread leaves the construct.
bool cancel(Member& member, unsigned construct);
bool is_cancelled(Member& member, unsigned construct);

}  // namespace stalemate::omp

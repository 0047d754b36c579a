// Cancellation. A construct that was cancelled is left at cancellation points, which the compiler knows;
// without OMP_CANCELLATION nothing is ever cancelled. Cancelling orders: what was done before is seen where
// it is noticed.
#pragma once

#include "openmp/cancel_bits.h"

namespace stalemate::omp {

// Whether the calling thread leaves the construct.
bool cancel(Member& member, unsigned construct);
bool is_cancelled(Member& member, unsigned construct);

}  // namespace stalemate::omp

// The driver of Figure 2, by hand.
#pragma once

#include "kiss/program.h"

namespace stalemate::kiss {

// `fixed`: the reference is taken before the flag is read, as the driver quality team had it.
Program bluetooth(bool fixed, int adders = 1);

}  // namespace stalemate::kiss

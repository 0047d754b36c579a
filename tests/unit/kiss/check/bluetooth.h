// The driver of Figure 2 as a sequential program, in the shape in which the printer writes: adders run
// BCSP_PnpAdd, one of them in the first thread, and one thread stops the device. The corrected driver counts
// itself in before it looks at the flag.
#pragma once

#include <string>

namespace stalemate::kiss {

// Statements: 1 writes stoppingFlag, 5 reads it, 9 is the assertion. Variable 1 is stoppingFlag.
std::string bluetooth(unsigned adders, bool corrected);

}  // namespace stalemate::kiss

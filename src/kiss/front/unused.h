// Locals that the text of a function never names and labels without a jump: left over from lowering.
#pragma once

#include "kiss/program.h"

namespace stalemate::kiss {

void drop_unused(Function& function);

}  // namespace stalemate::kiss

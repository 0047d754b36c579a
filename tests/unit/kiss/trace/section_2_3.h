// The executions of sections 2.2 and 2.3 of the paper, as the printer's table and the events of a path tell
// them.
#pragma once

#include "kiss/check/check.h"
#include "kiss/table.h"

namespace stalemate::kiss {

Table bluetooth_table();
Failure assertion_of_section_2_3();
Failure race_of_section_2_2();

}  // namespace stalemate::kiss

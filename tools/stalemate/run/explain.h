// `stalemate explain`: what a test binary asks for a finding of explore() (campaign/explain.h). Prints the
// path of the schedule on the first line and the report on the others. `explain --warnings PROGRAM`: what a
// clean result of it should say beside, a line each.
#pragma once

#include <string>
#include <vector>

namespace stalemate::tools {

int explain_command(const std::vector<std::string>& args);

}  // namespace stalemate::tools

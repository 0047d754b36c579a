// `stalemate explain`: what a test binary calls for a finding of explore() (campaign/explain.h). Prints the
// path of the schedule on the first line and the report on the others. `explain --warnings PROGRAM`: the
// warnings for a clean result of it, a line each.
#pragma once

#include <string>
#include <vector>

namespace stalemate::tools {

int explain_command(const std::vector<std::string>& args);

}  // namespace stalemate::tools

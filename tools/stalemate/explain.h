// `stalemate explain`: what a test binary asks for a finding of explore() (host/explain.h). Prints the path
// of the schedule on the first line and the report on the others.
#pragma once

#include <string>
#include <vector>

namespace stalemate::tools {

int explain_command(const std::vector<std::string>& args);

}  // namespace stalemate::tools

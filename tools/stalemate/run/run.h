// `stalemate run`: reads the arguments and explores.
#pragma once

#include <string>
#include <vector>

namespace stalemate::tools {

int run_command(const std::vector<std::string>& args);

}  // namespace stalemate::tools

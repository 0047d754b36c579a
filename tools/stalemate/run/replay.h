// `stalemate replay`: reads the arguments and runs one schedule again.
#pragma once

#include <string>
#include <vector>

namespace stalemate::tools {

int replay_command(const std::vector<std::string>& args);

}  // namespace stalemate::tools

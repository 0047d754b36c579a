// `stalemate predict`: from one recorded execution, every read that could have seen another write.
#pragma once

#include <string>
#include <vector>

namespace stalemate::tools {

int predict_command(const std::vector<std::string>& args);

}  // namespace stalemate::tools

// `stalemate kiss`: makes a sequential program of a multithreaded one, checks it, reports failures as
// executions of the multithreaded one, and repeats them on the program itself.
#pragma once

#include <string>
#include <vector>

namespace stalemate::tools {

int kiss_command(const std::vector<std::string>& args);

}  // namespace stalemate::tools

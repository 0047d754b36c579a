// `stalemate record`: runs a program once under control and writes its execution as a trace of events.
#pragma once

#include <string>
#include <vector>

namespace stalemate::tools {

int record_command(const std::vector<std::string>& args);

}  // namespace stalemate::tools

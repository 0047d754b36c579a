#include "tools/stalemate/run/replay.h"

#include <cstdio>
#include <cstdlib>

#include "tools/stalemate/cli/command_line.h"
#include "tools/stalemate/cli/complain.h"
#include "tools/stalemate/run/run_program.h"

namespace stalemate::tools {

int replay_command(const std::vector<std::string>& args) {
  const char* environment = std::getenv("STALEMATE_OPTIONS");
  const auto request = read_replay_arguments(args, environment ? environment : "");
  if (!request) return complain(request.error());
  if (request->help) {
    std::fputs(replay_help().c_str(), stdout);
    return 0;
  }
  return replay_schedule(*request);
}

}  // namespace stalemate::tools

#include "tools/stalemate/run/run.h"

#include <cstdio>
#include <cstdlib>

#include "tools/stalemate/cli/command_line.h"
#include "tools/stalemate/cli/complain.h"
#include "tools/stalemate/run/run_program.h"

namespace stalemate::tools {

int run_command(const std::vector<std::string>& args) {
  const char* environment = std::getenv("STALEMATE_OPTIONS");
  const auto request = read_run_arguments(args, environment ? environment : "");
  if (!request) return complain(request.error());
  if (request->help) {
    std::fputs(run_help().c_str(), stdout);
    return 0;
  }
  return run_program(request->options, request->program);
}

}  // namespace stalemate::tools

// The command lines of the subcommands that explore: options from the one table in base/options.h, then
// the program. Pure: the environment is handed in.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/options.h"

namespace stalemate::tools {

struct RunRequest {
  RunOptions options;
  std::vector<std::string> program;  // and its arguments; never empty
  bool help = false;                 // the help was requested: nothing else counts
};

struct ReplayRequest {
  RunOptions options;
  std::vector<std::pair<std::string, std::string>> typed;  // of those: they override the schedule's
  std::uint32_t times = 1;
  bool gdb = false;
  bool trust = false;  // run the command of the schedule, even without a mark of this user
  std::string schedule;
  std::vector<std::string> program;  // empty: the one that the schedule names
  bool help = false;
};

// `environment` is the value of STALEMATE_OPTIONS; typed options override it. The program starts after `--`,
// or at the first argument that is not an option.
Result<RunRequest> read_run_arguments(const std::vector<std::string>& args, std::string_view environment);

// [options] FILE.sched [-- PROGRAM ARGS…]. How an execution runs is in the schedule: options of searches are
// refused, and ignored in the environment.
Result<ReplayRequest> read_replay_arguments(const std::vector<std::string>& args,
                                            std::string_view environment);

// The options of replay: its own, and those of the one table that it takes.
std::span<const OptionSpec> replay_option_table();

std::string run_help();
std::string replay_help();

}  // namespace stalemate::tools

// The command line of `stalemate record`: those of run, the file and the schedule. Pure.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/options.h"

namespace stalemate::tools {

struct RecordRequest {
  RunOptions options;
  std::string file;
  std::string schedule;              // empty: the first of the strategy
  std::vector<std::string> program;  // and its arguments; empty: the one that the schedule names
  bool trust = false;                // run the command of a schedule that has no mark of this user
  bool help = false;
};

Result<RecordRequest> read_record_arguments(const std::vector<std::string>& args,
                                            std::string_view environment);

// The options that record has besides those of the one table.
std::span<const OptionSpec> record_option_table();

std::string record_help();

}  // namespace stalemate::tools

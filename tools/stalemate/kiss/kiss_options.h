// The command line of `stalemate kiss`: options from one table, flags for the C compiler, files. Pure.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/options.h"

namespace stalemate::tools {

struct KissOptions {
  std::uint32_t ts = 2;  // the largest size of ts: 0, 1, … are searched in turn
  std::string race;      // empty: assertions and deadlocks; "all": races on each variable in turn
  std::string emit;      // empty: none; "-": standard output
  std::string backend;   // empty: our own
  std::uint32_t loops = 4;
  std::uint32_t recursion = 100;
  std::int32_t lowest_input = 0, highest_input = 1;
  std::vector<std::string> stubs;
  std::string schedule;  // empty: the nondeterministic scheduler of Figure 4
  bool cache = true;
  std::uint32_t jobs = 0;                                                   // 0: all cores
  std::optional<std::chrono::milliseconds> time{std::chrono::minutes(20)};  // of one search
  std::optional<std::uint64_t> paths;
  std::uint64_t memory = std::uint64_t{800} << 20;  // bytes
  bool confirm = true;
  std::string json;  // empty: none; "-": standard output
  std::string out = "stalemate-out";
  When color = When::kAuto;
  bool quiet = false;
  bool require_complete = false;
  std::vector<std::string> compiler;  // such as -D, -I, as typed
  std::vector<std::string> sources;   // never empty
  bool help = false;                  // the help was requested: nothing else counts
};

std::span<const OptionSpec> kiss_option_table();

Result<KissOptions> read_kiss_arguments(const std::vector<std::string>& args);

std::string kiss_help();

}  // namespace stalemate::tools

// The command line of `stalemate predict`: options from one table, a trace, after -- the program that a
// witness is repeated on. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/options.h"

namespace stalemate::tools {

enum class PredictAlgorithm { kExact, kPaper };
enum class Confirm { kOff, kBest, kAll };

struct PredictOptions {
  PredictAlgorithm algorithm = PredictAlgorithm::kExact;
  std::optional<std::uint64_t> window;  // events; none: the whole trace
  std::uint64_t states = 4000;          // that the search for one triplet may visit; 0: quick ways only
  std::uint64_t list = 1000;            // witnesses in the JSON
  Confirm confirm = Confirm::kOff;
  bool finals = false;
  std::string json;  // empty: none; "-": standard output
  When color = When::kAuto;
  bool quiet = false;
  std::string trace;                 // never empty
  std::vector<std::string> program;  // empty: the one that the trace names
  bool trust = false;                // run the command of a trace that has no mark of this user
  bool help = false;                 // the help was requested: nothing else counts
};

std::span<const OptionSpec> predict_option_table();

Result<PredictOptions> read_predict_arguments(const std::vector<std::string>& args);

std::string predict_help();

}  // namespace stalemate::tools

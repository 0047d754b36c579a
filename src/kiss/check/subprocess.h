// Runs another program to its end and returns its output.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "kiss/check/check.h"

namespace stalemate::kiss {

struct Finished {
  bool cannot_start = false;
  bool out_of_time = false, interrupted = false;  // it was killed
  int exit_code = 0;                              // 128 + the signal that killed it
  std::string output;                             // stdout and stderr, as they came
};

// `resources`: time and interruption, if any. The program and all it started in its group are killed then.
Result<Finished> run_to_end(const std::vector<std::string>& words, const std::optional<Resources>& resources);

// The last lines of a text, for a sentence.
std::string tail_of(const std::string& text);

}  // namespace stalemate::kiss

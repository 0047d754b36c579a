// The multithreaded program itself, built so that a schedule can be followed on it, with the inputs of one
// execution.
#pragma once

#include <string>
#include <vector>

#include "report/kiss_result.h"
#include "tools/stalemate/kiss/kiss_options.h"

namespace stalemate::tools {

// The __VERIFIER_… functions, in C. A program that defines one of them keeps its own.
std::string verifier_functions(const std::vector<report::KissInput>& inputs);

// Compiles the sources with `stalemate cc -g -O0` into `program`. An error is a sentence with the reason.
Result<void> build_program(const KissOptions& options, const std::vector<report::KissInput>& inputs,
                           const std::string& folder, const std::string& program);

}  // namespace stalemate::tools

// The meaning of another checker's output: its verdict, and the failing path as assignments. Pure.
#pragma once

#include <optional>
#include <string>

#include "kiss/check/check.h"

namespace stalemate::kiss {

// Without its seconds. Empty: neither the output nor the exit code is a verdict.
std::optional<CheckResult> read_output(const std::string& output, int exit_code);

}  // namespace stalemate::kiss

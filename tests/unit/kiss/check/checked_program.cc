#include "checked_program.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <fstream>

namespace stalemate::kiss {

CheckedProgram::CheckedProgram(const std::string& text) {
  if (directory_.empty()) throw std::runtime_error("no temporary directory");
  std::ofstream(source()) << text;
  const Result<Compiled> made = compile(source(), share_directory(), directory_ / "program.so");
  if (!made) throw std::runtime_error(made.error().sentence);
}

Result<CheckResult> CheckedProgram::try_check(const Bounds& bounds, const Resources& resources) const {
  return kiss::check(compiled(), STALEMATE_KISS_ENGINE, bounds, resources);
}

CheckResult CheckedProgram::check(const Bounds& bounds, const Resources& resources) const {
  const Result<CheckResult> result = try_check(bounds, resources);
  if (result) return *result;
  ADD_FAILURE() << result.error().sentence;
  return {};
}

std::string share_directory() { return STALEMATE_KISS_SHARE; }

Bounds ts(std::uint32_t ts) {
  Bounds bounds;
  bounds.ts = ts;
  return bounds;
}

Resources uncached(std::uint32_t jobs) {
  Resources resources;
  resources.cache = false;
  resources.jobs = jobs;
  return resources;
}

}  // namespace stalemate::kiss

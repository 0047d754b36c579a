// A sequential program of a test: written to a directory of its own, compiled and checked.
#pragma once

#include <filesystem>
#include <string>

#include "base/scratch.h"
#include "kiss/check/check.h"

namespace stalemate::kiss {

class CheckedProgram {
 public:
  explicit CheckedProgram(const std::string& text);

  const std::filesystem::path& directory() const { return directory_; }
  std::string source() const { return directory_ / "program.c"; }
  Compiled compiled() const { return {directory_ / "program.so"}; }
  // Fails the test, and is empty, where there is no result.
  CheckResult check(const Bounds& bounds, const Resources& resources) const;
  Result<CheckResult> try_check(const Bounds& bounds, const Resources& resources) const;

 private:
  Scratch scratch_;
  std::filesystem::path directory_ = scratch_.path();
};

std::string share_directory();
Bounds ts(std::uint32_t ts);
Resources uncached(std::uint32_t jobs = 1);

}  // namespace stalemate::kiss

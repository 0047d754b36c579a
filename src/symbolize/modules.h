// The files mapped into a program, and where. Parsing only.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stalemate::symbolize {

struct Module {
  std::string path;
  std::uint64_t base = 0;  // where its first byte is, or would be, mapped
  std::uint64_t end = 0;
};

// One module per file, by base. Invalid lines are skipped.
std::vector<Module> parse_modules(std::string_view text);

}  // namespace stalemate::symbolize

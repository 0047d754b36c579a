// How a terminal report looks. Whoever calls decides (NO_COLOR, --color, isatty, the locale); the reporters
// look at nothing but this.
#pragma once

#include <cstdint>
#include <string>

namespace stalemate::report {

struct Style {
  bool color = false;
  bool unicode = true;  // false: nothing but ASCII of our own
  std::uint32_t width = 120;
  std::string command = "stalemate";  // how the reader calls us, for the line to copy
};

}  // namespace stalemate::report

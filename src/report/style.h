// The style of a terminal report. The caller decides (NO_COLOR, --color, isatty, the locale); the reporters
// use only this.
#pragma once

#include <cstdint>
#include <string>

namespace stalemate::report {

struct Style {
  bool color = false;
  bool unicode = true;  // false: our own text is ASCII
  std::uint32_t width = 120;
  std::string command = "stalemate";  // the reader's command, for the line to copy
};

}  // namespace stalemate::report

// Text that came from a program or a file, for a terminal: what would steer it, and what is no UTF-8, is a
// question mark.
#pragma once

#include <string>
#include <string_view>

namespace stalemate {

// One line.
std::string printable(std::string_view text);
// Lines and tabs stay; with `colors`, so do those that reports have, and no others.
std::string printable_report(std::string_view text, bool colors);

}  // namespace stalemate

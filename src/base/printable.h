// Text from a program or a file, for a terminal: control sequences and invalid UTF-8 become question marks.
#pragma once

#include <string>
#include <string_view>

namespace stalemate {

// One line.
std::string printable(std::string_view text);
// Lines and tabs stay; with `colors`, so do the color codes of reports, and no others.
std::string printable_report(std::string_view text, bool colors);

}  // namespace stalemate

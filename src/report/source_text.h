// Lines of source files, to show beside a location. A line that cannot be read is empty.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace stalemate::report {

// Gives the text of a line, without blanks at either end.
using SourceLines = std::function<std::string(const std::string& file, std::uint32_t line)>;

// Reads files, relative ones from the current directory, each at most once.
SourceLines read_source_lines();

}  // namespace stalemate::report

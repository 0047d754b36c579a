// Whether reports on a program can name its files and lines.
#pragma once

#include <string>

namespace stalemate::symbolize {

// Of code that is neither the system's nor our own; also if it lies in a separate file. True if that is
// unknown.
bool has_debug_information(const std::string& path);

}  // namespace stalemate::symbolize

// Whether reports on a program can name its files and lines.
#pragma once

#include <string>

namespace stalemate::symbolize {

// Of code that is neither the system's nor our own; also where it lies in a file of its own. True where that
// cannot be told.
bool has_debug_information(const std::string& path);

}  // namespace stalemate::symbolize

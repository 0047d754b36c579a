// Reads the table of rooms in src/README.md and holds every #include in src, tools and include against it.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace stalemate::rooms {

struct Room {
  std::string path;  // from the root: "src/base"
  std::set<std::string> may_use;
};

// The rows of the table, in order; empty where there is no table.
std::vector<Room> read_rooms(std::string_view readme);

// One sentence for each departure from the table, by file and line. Empty: all is well.
std::vector<std::string> violations(const std::filesystem::path& root);

}  // namespace stalemate::rooms

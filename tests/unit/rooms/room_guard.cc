#include "room_guard.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <regex>
#include <sstream>

namespace stalemate::rooms {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongestFile = 1000;
constexpr std::size_t kLargestFolder = 28;

const std::set<std::string, std::less<>> kCore = {
    "algorithm",   "array",       "atomic",  "bit",      "cassert",          "cerrno",  "climits",
    "concepts",    "csignal",     "cstdarg", "cstddef",  "cstdint",          "cstdio",  "cstdlib",
    "cstring",     "ctime",       "cwchar",  "cfloat",   "initializer_list", "limits",  "new",
    "type_traits", "string_view", "span",    "utility",  "compare",          "numeric", "iterator",
    "tuple",       "version",     "csetjmp", "cinttypes"};

// Headers without a folder and with .h are libc's, unless they are one of these.
const std::set<std::string, std::less<>> kThirdPartyFiles = {"dwarf", "libelf", "gelf", "sqlite3",
                                                             "libunwind"};
const std::set<std::string, std::less<>> kSystemFolders = {"sys", "linux",   "asm",  "bits",
                                                           "net", "netinet", "arpa", "gnu"};

struct Include {
  std::string name;
  bool quoted = false;
  std::size_t line = 0;
};

struct Source {
  std::vector<Include> includes;
  std::size_t lines = 0;
};

std::string text_of(const fs::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

Source read_source(const fs::path& file) {
  static const std::regex pattern(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"])");
  Source source;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    ++source.lines;
    std::smatch match;
    if (std::regex_search(line, match, pattern))
      source.includes.push_back({match[2], match[1] == "\"", source.lines});
  }
  return source;
}

bool is_source(const fs::path& file) {
  const std::string extension = file.extension().string();
  return extension == ".h" || extension == ".cc" || extension == ".c" || extension == ".hpp";
}

enum class Origin { kProject, kCore, kStd, kThirdParty };

class Guard {
 public:
  explicit Guard(const fs::path& root) : root_(root), rooms_(read_rooms(text_of(root / "src/README.md"))) {}

  std::vector<std::string> check() {
    if (rooms_.empty()) return {"src/README.md has no table of rooms"};
    check_names();
    for (const char* place : {"include", "src", "tools"}) {
      if (!fs::exists(root_ / place)) continue;
      for (const auto& entry : fs::recursive_directory_iterator(root_ / place))
        if (entry.is_regular_file() && is_source(entry.path()))
          check_file(fs::relative(entry.path(), root_).generic_string());
    }
    check_folders();
    for (const auto* graph : {&room_graph_, &module_graph_}) check_cycles(*graph);
    std::ranges::sort(found_);
    return found_;
  }

 private:
  // A row that names a room which has no row is a slip of the pen.
  void check_names() {
    for (const Room& room : rooms_)
      for (const std::string& used : room.may_use)
        if (fs::exists(root_ / "src" / used) && !find_room("src/" + used + "/x"))
          found_.push_back("src/README.md: " + room.path + " may use " + used + ", which has no row");
  }

  void check_file(const std::string& file) {
    const Source& source = sources(file);
    ++folder_sizes_[fs::path(file).parent_path().generic_string()];
    add_edges(file, source);
    if (source.lines > kLongestFile)
      found_.push_back(file + ": longer than " + std::to_string(kLongestFile) + " lines");
    const Room* room = find_room(file);
    if (!room) {
      found_.push_back(file + ": is in no room of src/README.md");
      return;
    }
    for (const Include& include : source.includes) check_include(file, *room, include);
    if (room->may_use.contains("core")) check_core(file, *room);
  }

  void check_include(const std::string& file, const Room& room, const Include& include) {
    if (room.may_use.contains("everything")) {
      if (include.quoted && !resolve(include)) complain(file, include, "which does not exist");
      return;
    }
    const Origin origin = origin_of(include);
    if (origin == Origin::kProject) {
      const auto target = resolve(include);
      if (!target) return complain(file, include, "which does not exist");
      const Room* other = find_room(*target);
      if (!other) return complain(file, include, "which is in no room of src/README.md");
      if (other != &room && !room.may_use.contains(short_name(*other)))
        complain(file, include, "but " + room.path + " may not use " + short_name(*other));
    } else if (origin == Origin::kThirdParty) {
      if (!room.may_use.contains(third_party(include.name)))
        complain(file, include, "but " + room.path + " may not use " + third_party(include.name));
    } else if (origin == Origin::kStd && !room.may_use.contains("std")) {
      complain(file, include, "but " + room.path + " may use only the core of the standard library");
    }
  }

  // What a room with `core` reaches through the headers of others must be core too.
  void check_core(const std::string& file, const Room& room) {
    std::set<std::string> seen{file};
    std::vector<std::string> queue{file};
    while (!queue.empty()) {
      const std::string next = queue.back();
      queue.pop_back();
      for (const Include& include : sources(next).includes) {
        const Origin origin = origin_of(include);
        if (origin == Origin::kProject) {
          if (const auto target = resolve(include); target && seen.insert(*target).second)
            queue.push_back(*target);
        } else if (origin != Origin::kCore && find_room(next) != &room) {
          found_.push_back(file + ": reaches <" + include.name + "> through " + next + ", but " + room.path +
                           " may use only the core of the standard library");
        }
      }
    }
  }

  // A header and the source of the same name are one module. What a room's files include counts for the room.
  void add_edges(const std::string& file, const Source& source) {
    for (const Include& include : source.includes) {
      if (origin_of(include) != Origin::kProject) continue;
      const auto target = resolve(include);
      if (!target) continue;
      const auto module = [](const std::string& path) {
        return fs::path(path).replace_extension().generic_string();
      };
      if (module(file) != module(*target)) module_graph_[module(file)].insert(module(*target));
      const Room *from = find_room(file), *to = find_room(*target);
      if (from && to && from != to) room_graph_[from->path].insert(to->path);
    }
  }

  void check_folders() {
    for (const auto& [folder, files] : folder_sizes_)
      if (files > kLargestFolder)
        found_.push_back(folder + ": has more than " + std::to_string(kLargestFolder) + " sources");
  }

  using Graph = std::map<std::string, std::set<std::string>>;

  // Depth first; the first cycle on each way is reported.
  void check_cycles(const Graph& graph) {
    std::set<std::string> done;
    std::vector<std::string> path;
    for (const auto& [start, targets] : graph) visit(graph, start, done, path);
  }
  void visit(const Graph& graph, const std::string& node, std::set<std::string>& done,
             std::vector<std::string>& path) {
    if (done.contains(node)) return;
    if (const auto again = std::ranges::find(path, node); again != path.end()) {
      std::string cycle;
      for (auto i = again; i != path.end(); ++i) cycle += *i + " -> ";
      found_.push_back("include cycle: " + cycle + node);
      return;
    }
    const auto targets = graph.find(node);
    if (targets != graph.end()) {
      path.push_back(node);
      for (const std::string& target : targets->second) visit(graph, target, done, path);
      path.pop_back();
    }
    done.insert(node);
  }

  void complain(const std::string& file, const Include& include, const std::string& why) {
    found_.push_back(file + ":" + std::to_string(include.line) + ": includes " + include.name + ", " + why);
  }

  std::optional<std::string> resolve(const Include& include) const {
    for (const char* place : {"src/", "include/", ""})
      if (fs::is_regular_file(root_ / (place + include.name))) return place + include.name;
    return std::nullopt;
  }

  static Origin origin_of(const Include& include) {
    if (include.quoted || include.name.starts_with("stalemate/")) return Origin::kProject;
    const std::size_t slash = include.name.find('/');
    if (slash != include.name.npos)
      return kSystemFolders.contains(include.name.substr(0, slash)) ? Origin::kCore : Origin::kThirdParty;
    if (include.name.ends_with(".h"))
      return kThirdPartyFiles.contains(third_party(include.name)) ? Origin::kThirdParty : Origin::kCore;
    return kCore.contains(include.name) ? Origin::kCore : Origin::kStd;
  }

  static std::string third_party(const std::string& name) { return name.substr(0, name.find_first_of("/.")); }

  static std::string short_name(const Room& room) {
    return room.path.starts_with("src/") ? room.path.substr(4) : room.path;
  }

  const Room* find_room(const std::string& file) const {
    const std::string folder = fs::path(file).parent_path().generic_string();
    const Room* best = nullptr;
    for (const Room& room : rooms_) {
      if (file == room.path) return &room;
      if (folder == room.path) best = &room;
      const bool all_below = room.path.ends_with("/**");
      if (!best && all_below && file.starts_with(room.path.substr(0, room.path.size() - 2))) best = &room;
    }
    return best;
  }

  const Source& sources(const std::string& file) {
    const auto known = sources_.find(file);
    return known != sources_.end() ? known->second
                                   : sources_.emplace(file, read_source(root_ / file)).first->second;
  }

  fs::path root_;
  std::vector<Room> rooms_;
  std::map<std::string, Source> sources_;
  std::map<std::string, std::size_t> folder_sizes_;
  Graph room_graph_, module_graph_;
  std::vector<std::string> found_;
};

std::vector<std::string> cells(const std::string& line) {
  std::vector<std::string> all;
  std::istringstream in(line.substr(1));
  for (std::string cell; std::getline(in, cell, '|');) all.push_back(cell);
  return all;
}

std::vector<std::string> code_words(const std::string& cell) {
  static const std::regex pattern("`([^`]+)`");
  std::vector<std::string> words;
  for (std::sregex_iterator i(cell.begin(), cell.end(), pattern), end; i != end; ++i)
    words.push_back((*i)[1]);
  return words;
}

}  // namespace

std::vector<Room> read_rooms(std::string_view readme) {
  std::vector<Room> rooms;
  std::istringstream in{std::string(readme)};
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with("| `")) continue;
    const std::vector<std::string> row = cells(line);
    if (row.size() < 3) continue;
    Room room{code_words(row[0]).front(), {}};
    for (const std::string& word : code_words(row[2])) room.may_use.insert(word);
    if (row[2].find("everything") != std::string::npos) room.may_use.insert("everything");
    rooms.push_back(std::move(room));
  }
  return rooms;
}

std::vector<std::string> violations(const fs::path& root) { return Guard(root).check(); }

}  // namespace stalemate::rooms

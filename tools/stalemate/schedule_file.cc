#include "tools/stalemate/schedule_file.h"

#include <filesystem>
#include <fstream>
#include <sstream>

namespace stalemate::tools {

Result<trace::Schedule> read_schedule(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::error_code ignored;
  if (!file || std::filesystem::is_directory(path, ignored))
    return fail(Code::kBadFile, "the schedule " + path + " cannot be read",
                "check the path and its permissions");
  std::ostringstream text;
  text << file.rdbuf();
  auto schedule = trace::parse_schedule(text.str());
  if (!schedule) schedule.error().sentence = path + ": " + schedule.error().sentence;
  return schedule;
}

}  // namespace stalemate::tools

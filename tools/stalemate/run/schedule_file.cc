#include "tools/stalemate/run/schedule_file.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string_view>

#include "campaign/rerun/step_options.h"
#include "tools/stalemate/cli/mark.h"
#include "tools/stalemate/run/findings.h"

namespace stalemate::tools {
namespace {

Result<void> check_options(const trace::Schedule& schedule) {
  static constexpr std::string_view kNotOfTheTable[] = {"test", kEndedWith};
  for (const auto& [name, value] : schedule.options) {
    if (std::ranges::find(kNotOfTheTable, name) != std::end(kNotOfTheTable)) continue;
    if (host::is_step_option(name)) continue;
    const OptionSpec* const option = find_run_option(name);
    if (option == nullptr || !includes(option->use, OptionUse::kExecution))
      return fail(Code::kBadFile, "it sets --" + name + ", which a schedule must not set",
                  "remove that line, or record it again");
  }
  return {};
}

}  // namespace

Result<trace::Schedule> read_schedule(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::error_code ignored;
  if (!file || std::filesystem::is_directory(path, ignored))
    return fail(Code::kBadFile, "the schedule " + path + " cannot be read",
                "check the path and its permissions");
  std::ostringstream text;
  text << file.rdbuf();
  auto schedule = parse_safe_schedule(text.str());
  if (!schedule) schedule.error().sentence = path + ": " + schedule.error().sentence;
  return schedule;
}

Result<trace::Schedule> parse_safe_schedule(const std::string& text) {
  auto schedule = trace::parse_schedule(text);
  if (schedule)
    if (auto good = check_options(*schedule); !good) return tl::unexpected<Error>(good.error());
  return schedule;
}

Result<void> check_mark(const trace::Schedule& schedule, const std::string& path) {
  if (has_own_mark(schedule)) return {};
  std::string command;
  for (const std::string& word : schedule.program) command += " " + word;
  return fail(Code::kUsage, path + " was not written by one of your runs, and would run:" + command,
              "name the program yourself, after --, or add --trust");
}

}  // namespace stalemate::tools

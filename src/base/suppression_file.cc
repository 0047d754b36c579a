#include "base/suppression_file.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace stalemate {
namespace {

// ThreadSanitizer's, for what we do not report or do not do.
constexpr std::array<std::string_view, 5> kIgnored{"called_from_lib", "deadlock", "mutex", "signal",
                                                   "thread"};

constexpr const char* kGrammar = "a suppression reads race:PATTERN or leak:PATTERN";

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r";
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

}  // namespace

Result<SuppressionFile> parse_suppressions(std::string_view text) {
  SuppressionFile out;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::string_view whole = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), whole.size() + 1));
    const std::string_view line = trimmed(whole);
    if (line.empty() || line.front() == '#') continue;
    const std::string where = "line " + std::to_string(number);
    const std::size_t colon = line.find(':');
    const std::string_view kind = line.substr(0, colon);
    const std::string_view pattern =
        colon == line.npos ? std::string_view() : trimmed(line.substr(colon + 1));
    if (pattern.empty()) return fail(Code::kUsage, where + " has no pattern", kGrammar);
    if (kind == "race") {
      out.everywhere.emplace_back(pattern);
    } else if (kind == "race_top") {
      out.innermost.emplace_back(pattern);
    } else if (kind == "leak") {
      out.leaks.emplace_back(pattern);
    } else if (std::ranges::find(kIgnored, kind) != kIgnored.end()) {
      out.warnings.push_back(where + " is ignored: nothing here is suppressed by " + std::string(kind));
    } else {
      return fail(Code::kUsage,
                  where + " suppresses '" + std::string(kind) + "', which is not a kind of finding",
                  kGrammar);
    }
  }
  return out;
}

Result<SuppressionFile> read_suppressions(const std::string& path) {
  if (path.empty()) return SuppressionFile();
  std::ifstream file(path, std::ios::binary);
  std::error_code ignored;
  if (!file || std::filesystem::is_directory(path, ignored))
    return fail(Code::kUsage, "the suppressions " + path + " cannot be read",
                "check the path and its permissions");
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  auto suppressions = parse_suppressions(text);
  if (!suppressions) suppressions.error().sentence = path + ": " + suppressions.error().sentence;
  return suppressions;
}

}  // namespace stalemate

#include "report/suppressions.h"

#include <algorithm>
#include <array>

namespace stalemate::report {
namespace {

// Of ThreadSanitizer's, that concern what we do not report or do not do.
constexpr std::array<std::string_view, 5> kIgnored{"called_from_lib", "deadlock", "mutex", "signal",
                                                   "thread"};

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r";
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

// Whether `text` begins with the pattern; at its end, if `whole`.
bool begins_with(std::string_view pattern, std::string_view text, bool whole) {
  const std::size_t star = pattern.find('*');
  if (star == pattern.npos) return whole ? text == pattern : text.starts_with(pattern);
  if (!text.starts_with(pattern.substr(0, star))) return false;
  pattern.remove_prefix(star);
  while (pattern.starts_with('*')) pattern.remove_prefix(1);
  // The leftmost place leaves most to what follows, unless that has to reach the end.
  for (std::size_t at = star; at <= text.size(); ++at)
    if (begins_with(pattern, text.substr(at), whole)) return true;
  return false;
}

bool any_fits(const std::vector<std::string>& patterns, std::string_view text) {
  return !text.empty() &&
         std::ranges::any_of(patterns, [text](const std::string& p) { return fits_pattern(p, text); });
}

}  // namespace

bool fits_pattern(std::string_view pattern, std::string_view text) {
  const bool from_begin = pattern.starts_with('^');
  if (from_begin) pattern.remove_prefix(1);
  const bool to_end = pattern.ends_with('$');
  if (to_end) pattern.remove_suffix(1);
  if (from_begin) return begins_with(pattern, text, to_end);
  for (std::size_t at = 0; at <= text.size(); ++at)
    if (begins_with(pattern, text.substr(at), to_end)) return true;
  return false;
}

Result<Suppressions> Suppressions::parse(std::string_view text) {
  Suppressions out;
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
    if (pattern.empty())
      return fail(Code::kUsage, where + " has no pattern", "a suppression reads race:PATTERN");
    if (kind == "race") {
      out.everywhere_.emplace_back(pattern);
    } else if (kind == "race_top") {
      out.innermost_.emplace_back(pattern);
    } else if (std::ranges::find(kIgnored, kind) != kIgnored.end()) {
      out.warnings_.push_back(where + " is ignored: nothing here is suppressed by " + std::string(kind));
    } else {
      return fail(Code::kUsage,
                  where + " suppresses '" + std::string(kind) + "', which is no kind of finding",
                  "a suppression reads race:PATTERN");
    }
  }
  return out;
}

bool Suppressions::covers(const Finding& finding) const {
  if (finding.kind != "data-race") return false;
  if (finding.variable && any_fits(everywhere_, *finding.variable)) return true;
  for (const Location& location : finding.locations) {
    for (const auto* patterns : {&everywhere_, &innermost_})
      if (any_fits(*patterns, location.function) || any_fits(*patterns, location.file)) return true;
    for (const StackFrame& frame : location.stack)
      if (any_fits(everywhere_, frame.function) || any_fits(everywhere_, frame.file)) return true;
  }
  return false;
}

}  // namespace stalemate::report

#include "report/suppressions.h"

#include <algorithm>

namespace stalemate::report {
namespace {

// Whether `text` begins with the pattern; at its end, if `whole`.
bool begins_with(std::string_view pattern, std::string_view text, bool whole) {
  const std::size_t star = pattern.find('*');
  if (star == pattern.npos) return whole ? text == pattern : text.starts_with(pattern);
  if (!text.starts_with(pattern.substr(0, star))) return false;
  pattern.remove_prefix(star);
  while (pattern.starts_with('*')) pattern.remove_prefix(1);
  // The leftmost match leaves most to what follows, unless that must reach the end.
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
  auto file = parse_suppressions(text);
  if (!file) return tl::unexpected<Error>(file.error());
  return Suppressions(std::move(*file));
}

bool Suppressions::covers(const Finding& finding) const {
  if (finding.kind != "data-race" && finding.kind != "leak") return false;
  const bool leak = finding.kind == "leak";
  const auto& anywhere = leak ? file_.leaks : file_.everywhere;
  const auto& on_top = leak ? file_.leaks : file_.innermost;
  if (finding.variable && any_fits(anywhere, *finding.variable)) return true;
  for (const Location& location : finding.locations) {
    for (const auto* patterns : {&anywhere, &on_top})
      if (any_fits(*patterns, location.function) || any_fits(*patterns, location.file)) return true;
    for (const StackFrame& frame : location.stack)
      if (any_fits(anywhere, frame.function) || any_fits(anywhere, frame.file)) return true;
  }
  return false;
}

}  // namespace stalemate::report

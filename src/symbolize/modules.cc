#include "symbolize/modules.h"

#include <algorithm>
#include <charconv>

namespace stalemate::symbolize {
namespace {

bool take_hex(std::string_view& line, std::uint64_t& out) {
  while (!line.empty() && line[0] == ' ') line.remove_prefix(1);
  if (line.starts_with("0x")) line.remove_prefix(2);
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), out, 16);
  if (error != std::errc{}) return false;
  line.remove_prefix(static_cast<std::size_t>(end - line.data()));
  return true;
}

}  // namespace

std::vector<Module> parse_modules(std::string_view text) {
  std::vector<Module> out;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    std::uint64_t start = 0, end = 0, offset = 0;
    if (!take_hex(line, start) || !take_hex(line, end) || !take_hex(line, offset)) continue;
    while (!line.empty() && line[0] == ' ') line.remove_prefix(1);
    if (line.empty() || line[0] != '/' || end <= start) continue;
    const auto known = std::find_if(out.begin(), out.end(), [&](const Module& m) { return m.path == line; });
    if (known == out.end()) {
      out.push_back({std::string(line), start - std::min(start, offset), end});
    } else {
      known->base = std::min(known->base, start - std::min(start, offset));
      known->end = std::max(known->end, end);
    }
  }
  std::sort(out.begin(), out.end(), [](const Module& a, const Module& b) { return a.base < b.base; });
  return out;
}

}  // namespace stalemate::symbolize

#include "base/printable.h"

#include <cstdint>

namespace stalemate {
namespace {

// The length of the character at the front; 0: it is not UTF-8, or a control character beyond ASCII.
std::size_t length_of_character(std::string_view text) {
  const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(0) < 0x80) return 1;
  const std::size_t length = byte(0) >= 0xf0 ? 4 : byte(0) >= 0xe0 ? 3 : 2;
  if (byte(0) < 0xc2 || byte(0) > 0xf4 || text.size() < length) return 0;
  std::uint32_t code = byte(0) & (0x7fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
    code = code << 6 | (byte(i) & 0x3fu);
  }
  const bool shortest = length == 2 || (length == 3 && code >= 0x800) || (length == 4 && code >= 0x10000);
  const bool surrogate = code >= 0xd800 && code < 0xe000;
  return shortest && !surrogate && code < 0x110000 && code >= 0xa0 ? length : 0;
}

// The length of a color code of our reports at the front; 0: there is none. A program may print these as
// well, but not the ones that hide text.
std::size_t length_of_color(std::string_view text) {
  static constexpr std::string_view kColors[] = {"\x1b[0m",  "\x1b[1m",  "\x1b[2m",    "\x1b[31m",
                                                 "\x1b[33m", "\x1b[36m", "\x1b[1;31m", "\x1b[1;32m"};
  for (const std::string_view color : kColors)
    if (text.starts_with(color)) return color.size();
  return 0;
}

enum class Kind { kLine, kReport, kColoredReport };

std::string cleaned(std::string_view text, Kind kind) {
  std::string out;
  while (!text.empty()) {
    const char c = text.front();
    std::size_t length = length_of_character(text);
    const bool control = length == 1 && (static_cast<unsigned char>(c) < 0x20 || c == 0x7f);
    if (control) length = 0;
    if (control && kind != Kind::kLine && (c == '\n' || c == '\t')) length = 1;
    if (control && kind == Kind::kColoredReport && c == '\x1b') length = length_of_color(text);
    if (length == 0) {
      out += '?';
      length = 1;
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(length);
  }
  return out;
}

}  // namespace

std::string printable(std::string_view text) { return cleaned(text, Kind::kLine); }
std::string printable_report(std::string_view text, bool colors) {
  return cleaned(text, colors ? Kind::kColoredReport : Kind::kReport);
}

}  // namespace stalemate

#include "report/layout_text.h"

#include <algorithm>
#include <cstdio>

namespace stalemate::report {
namespace {

bool starts_code_point(char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }

}  // namespace

std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), starts_code_point));
}

std::string fit(std::string_view text, std::size_t width, const Style& style) {
  std::string out;
  const std::string_view mark = style.unicode ? "…" : "~";
  const bool cut = display_width(text) > width;
  std::size_t used = 0;
  for (const char c : text) {
    if (starts_code_point(c) && cut && ++used >= std::max<std::size_t>(width, 1)) break;
    out += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
  }
  if (cut && width > 0) out += mark;
  return out;
}

std::string padded(std::string text, std::size_t width) {
  const std::size_t used = display_width(text);
  if (used < width) text.append(width - used, ' ');
  return text;
}

std::string repeated(std::string_view text, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += text;
  return out;
}

std::string grouped(std::uint64_t number) {
  std::string out = std::to_string(number);
  for (std::size_t at = out.size(); at > 3; at -= 3) out.insert(at - 3, ",");
  return out;
}

std::string counted(std::uint64_t number, std::string_view word) {
  return grouped(number) + " " + std::string(word) + (number == 1 ? "" : "s");
}

std::string rate_text(double per_second) {
  constexpr double kSlow = 10, kVerySlow = 0.1;
  if (per_second >= kSlow || per_second <= 0)
    return grouped(static_cast<std::uint64_t>(std::max(per_second, 0.0))) + " executions/s";
  char text[32];
  if (per_second >= kVerySlow)
    std::snprintf(text, sizeof text, "%.1f executions/s", per_second);
  else
    std::snprintf(text, sizeof text, "%.0f s per execution", 1 / per_second);
  return text;
}

std::string shell_quoted(const std::string& word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=+:,@%";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string painted(std::string text, Paint paint, const Style& style) {
  if (!style.color || text.empty()) return text;
  const char* code = "";
  switch (paint) {
    case Paint::kHeadline: code = "1;31"; break;
    case Paint::kGood: code = "1;32"; break;
    case Paint::kFailure: code = "31"; break;
    case Paint::kPreemption: code = "33"; break;
    case Paint::kSwitch: code = "36"; break;
    case Paint::kDim: code = "2"; break;
    case Paint::kStrong: code = "1"; break;
  }
  return std::string("\x1b[") + code + "m" + text + "\x1b[0m";
}

}  // namespace stalemate::report

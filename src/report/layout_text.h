// Fitting text into a width and coloring it. Widths are counted in code points.
#pragma once

#include <string>
#include <string_view>

#include "report/style.h"

namespace stalemate::report {

std::size_t display_width(std::string_view text);
// At most `width` wide; a cut is marked. Control characters become blanks.
std::string fit(std::string_view text, std::size_t width, const Style& style);
// At least `width` wide.
std::string padded(std::string text, std::size_t width);
std::string repeated(std::string_view text, std::size_t times);
// 1234567 -> 1,234,567
std::string grouped(std::uint64_t number);
// "1 step", "2 steps"
std::string counted(std::uint64_t number, std::string_view word);
// "1,234 executions/s", "0.4 executions/s"; beyond ten seconds each, "12 s per execution".
std::string rate_text(double per_second);
// As a shell needs it.
std::string shell_quoted(const std::string& word);

enum class Paint { kHeadline, kGood, kFailure, kPreemption, kSwitch, kDim, kStrong };
std::string painted(std::string text, Paint paint, const Style& style);

}  // namespace stalemate::report

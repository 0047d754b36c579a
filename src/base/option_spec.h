// What the help, the pages and the parsers need to know of an option, and the values that options share.
#pragma once

#include <charconv>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>
#include <system_error>

namespace stalemate {

enum class When { kAuto, kOn, kOff };

// How an option takes its value on the command line.
enum class Takes { kValue, kOptionalWord };  // --seed 3; --leaks, --leaks=on, --leaks on

// What depends on an option, besides the search that it is given to.
enum class OptionUse : std::uint8_t {
  kNothing = 0,
  kExecution = 1,  // how an execution runs: schedules contain it, and may set it
  kSearch = 2,     // which executions are explored, or what is found: checkpoints contain it
  kReport = 4,     // how a finding is reported
  kReplay = 8,     // replays take it, too
};
constexpr OptionUse operator|(OptionUse a, OptionUse b) {
  return static_cast<OptionUse>(static_cast<std::uint8_t>(a) | static_cast<std::uint8_t>(b));
}
constexpr bool includes(OptionUse all, OptionUse one) {
  return (static_cast<std::uint8_t>(all) & static_cast<std::uint8_t>(one)) != 0;
}

struct OptionSpec {
  std::string_view name;           // as typed after --
  std::string_view values;         // for the help: "icb|dfs|…", "N", "FILE"
  std::string_view default_value;  // the default, as it would be typed
  std::string_view help;           // one clause
  Takes takes = Takes::kValue;
  OptionUse use = OptionUse::kNothing;
};

// A hundred years: clocks count nanoseconds in 63 bits.
inline constexpr std::chrono::milliseconds kLongestDuration = std::chrono::hours(876'000);

// 500ms, 30s, 5m, 2h; a bare number is seconds.
std::optional<std::chrono::milliseconds> parse_duration(std::string_view text);

// 65536, 64k, 512m, 2g, in bytes.
std::optional<std::uint64_t> parse_size(std::string_view text);

template <class Number>
bool read_number(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() && !text.empty();
}

}  // namespace stalemate

// The parts of option tables: rows that set their option from a word of the command line. One table per kind
// of options (base/options.cc, tools/stalemate/kiss/kiss_options.cc); the pages are made from the specs of
// both. Errors are usage errors, each one sentence. Pure.
#pragma once

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/names.h"
#include "base/option_spec.h"
#include "base/result.h"

namespace stalemate {

// One word that an option understands.
struct Word {
  std::string_view text;
  int value;
};

constexpr Word word(std::string_view text, auto value) { return {text, static_cast<int>(value)}; }

inline constexpr Word kOnOff[] = {word("on", true), word("off", false)};
inline constexpr Word kAutoOnOff[] = {word("auto", When::kAuto), word("on", When::kOn),
                                      word("off", When::kOff)};

template <class Options>
struct OptionRow;

// How an option becomes a value and a value becomes text again.
template <class Options>
struct OptionCodec {
  Result<void> (*set)(Options& options, const OptionRow<Options>& row, std::string_view value);
  std::string (*text)(const Options& options, const OptionRow<Options>& row) = nullptr;
};

template <class Options>
struct OptionRow {
  OptionSpec spec;
  OptionCodec<Options> codec;
  std::span<const Word> words = {};
};

template <class Member>
struct MemberType;
template <class Owner, class Type>
struct MemberType<Type Owner::*> {
  using Options = Owner;
  using Field = Type;
};
template <auto Member>
using OptionsOf = typename MemberType<decltype(Member)>::Options;
template <auto Member>
using FieldOf = typename MemberType<decltype(Member)>::Field;
template <auto Member>
using RowOf = OptionRow<OptionsOf<Member>>;

template <class Options>
tl::unexpected<Error> not_understood(const OptionRow<Options>& row, std::string_view value) {
  const std::string name = "--" + std::string(row.spec.name);
  return fail(Code::kUsage, name + "=" + std::string(value) + " is not understood",
              name + " takes " + std::string(row.spec.values));
}

// The value as it would be typed; empty if it is not set and no word stands for that.
template <auto Member>
std::string typed_text(const OptionsOf<Member>& options, const RowOf<Member>& row) {
  using Field = FieldOf<Member>;
  const Field& value = options.*Member;
  if constexpr (std::is_enum_v<Field> || std::is_integral_v<Field>) {
    const auto found = std::ranges::find(row.words, static_cast<std::int64_t>(value), &Word::value);
    if (found != row.words.end()) return std::string(found->text);
  }
  if constexpr (std::is_same_v<Field, std::string>) {
    return value;
  } else if constexpr (std::is_same_v<Field, std::chrono::milliseconds>) {
    return std::to_string(value.count()) + "ms";
  } else if constexpr (requires { value.has_value(); }) {
    const std::size_t bar = row.spec.values.find('|');  // as in N|none
    if (!value) return bar == std::string_view::npos ? "" : std::string(row.spec.values.substr(bar + 1));
    if constexpr (requires { value->count(); }) {
      return std::to_string(value->count()) + "ms";
    } else {
      return std::to_string(*value);
    }
  } else if constexpr (std::is_integral_v<Field>) {
    return std::to_string(value);
  } else {
    return {};
  }
}

// Switches also accept the values of other tools' switches.
inline std::string_view plain_switch(std::string_view value) {
  if (value == "true" || value == "yes" || value == "1") return "on";
  if (value == "false" || value == "no" || value == "0") return "off";
  return value;
}

template <auto Member>
Result<void> set_word(OptionsOf<Member>& options, const RowOf<Member>& row, std::string_view value) {
  if (row.spec.takes == Takes::kOptionalWord) value = plain_switch(value);
  const auto found = std::ranges::find(row.words, value, &Word::text);
  if (found == row.words.end()) return not_understood(row, value);
  options.*Member = static_cast<FieldOf<Member>>(found->value);
  return {};
}

template <auto Member>
Result<void> set_number(OptionsOf<Member>& options, const RowOf<Member>& row, std::string_view value) {
  FieldOf<Member> number = 0;
  if (!read_number(value, number)) return not_understood(row, value);
  options.*Member = number;
  return {};
}

template <auto Member>
Result<void> set_positive(OptionsOf<Member>& options, const RowOf<Member>& row, std::string_view value) {
  FieldOf<Member> number = 0;
  if (!read_number(value, number) || number == 0) return not_understood(row, value);
  options.*Member = number;
  return {};
}

// A number, or the row's single word for "no limit".
template <auto Member>
Result<void> set_limit(OptionsOf<Member>& options, const RowOf<Member>& row, std::string_view value) {
  typename FieldOf<Member>::value_type number = 0;
  if (value == "unlimited" || value == "none") {
    (options.*Member).reset();
    return {};
  }
  if (!read_number(value, number)) return not_understood(row, value);
  options.*Member = number;
  return {};
}

// Zero is not a valid limit.
template <auto Member>
Result<void> set_positive_limit(OptionsOf<Member>& options, const RowOf<Member>& row,
                                std::string_view value) {
  OptionsOf<Member> changed;
  auto set = set_limit<Member>(changed, row, value);
  if (set && changed.*Member == 0u) return not_understood(row, value);
  if (set) options.*Member = changed.*Member;
  return set;
}

template <auto Member>
Result<void> set_text(OptionsOf<Member>& options, const RowOf<Member>& row, std::string_view value) {
  if (value.empty()) return not_understood(row, value);
  options.*Member = std::string(value);
  return {};
}

template <auto Member>
Result<void> set_time_limit(OptionsOf<Member>& options, const RowOf<Member>& row, std::string_view value) {
  const auto duration = parse_duration(value);
  if (duration && *duration > kLongestDuration)
    return fail(Code::kUsage, "--" + std::string(row.spec.name) + "=" + std::string(value) + " is too long",
                "none means no limit");
  if (!duration && value != "none") return not_understood(row, value);
  options.*Member = duration;
  return {};
}

template <auto Member>
Result<void> set_size(OptionsOf<Member>& options, const RowOf<Member>& row, std::string_view value) {
  const auto size = parse_size(value);
  if (!size || *size == 0) return not_understood(row, value);
  options.*Member = *size;
  return {};
}

// The codec of an option that its member's type does not determine.
template <auto Member>
constexpr OptionCodec<OptionsOf<Member>> codec_of(Result<void> (*set)(OptionsOf<Member>&,
                                                                      const RowOf<Member>&,
                                                                      std::string_view)) {
  return {set, typed_text<Member>};
}
template <auto Member>
inline constexpr auto as_word = codec_of<Member>(set_word<Member>);
template <auto Member>
inline constexpr auto as_number = codec_of<Member>(set_number<Member>);
template <auto Member>
inline constexpr auto as_positive = codec_of<Member>(set_positive<Member>);
template <auto Member>
inline constexpr auto as_limit = codec_of<Member>(set_limit<Member>);
template <auto Member>
inline constexpr auto as_positive_limit = codec_of<Member>(set_positive_limit<Member>);
template <auto Member>
inline constexpr auto as_text = codec_of<Member>(set_text<Member>);
template <auto Member>
inline constexpr auto as_time_limit = codec_of<Member>(set_time_limit<Member>);
template <auto Member>
inline constexpr auto as_size = codec_of<Member>(set_size<Member>);

inline bool same_option_name(std::string_view typed, std::string_view name) {
  return std::ranges::equal(typed, name, [](char a, char b) { return (a == '_' ? '-' : a) == b; });
}

template <class Options, std::size_t N>
const OptionRow<Options>* find_row(const OptionRow<Options> (&rows)[N], std::string_view name) {
  const auto found =
      std::ranges::find_if(rows, [&](const auto& row) { return same_option_name(name, row.spec.name); });
  return found == std::end(rows) ? nullptr : found;
}

template <class Options, std::size_t N>
Result<void> set_in_rows(const OptionRow<Options> (&rows)[N], Options& options, std::string_view name,
                         std::string_view value) {
  if (const auto* row = find_row(rows, name)) return row->codec.set(options, *row, value);
  std::vector<std::string_view> names;
  for (const auto& row : rows) names.push_back(row.spec.name);
  const std::string_view meant = nearest_name(name, names);
  return fail(Code::kUsage, "unknown option --" + std::string(name),
              meant.empty() ? "" : "did you mean --" + std::string(meant) + "?");
}

template <class Options, std::size_t N>
std::vector<OptionSpec> specs_of(const OptionRow<Options> (&rows)[N]) {
  std::vector<OptionSpec> specs;
  for (const auto& row : rows) specs.push_back(row.spec);
  return specs;
}

}  // namespace stalemate

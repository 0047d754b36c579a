#include "tools/stalemate/kiss/kiss_options.h"

#include <algorithm>
#include <limits>

#include "base/option_rows.h"
#include "tools/stalemate/cli/typed_option.h"

namespace stalemate::tools {
namespace {

using O = KissOptions;
using Row = OptionRow<KissOptions>;
constexpr auto kOptional = Takes::kOptionalWord;
constexpr std::uint32_t kMostThreads = 64;  // of share/scheduler.c

Result<void> set_ts(O& options, const Row& row, std::string_view value) {
  std::uint32_t ts = 0;
  if (!read_number(value, ts)) return not_understood(row, value);
  if (ts > kMostThreads)
    return fail(Code::kUsage, "--ts=" + std::string(value) + " is more than the largest number of threads",
                "use at most " + std::to_string(kMostThreads));
  options.ts = ts;
  return {};
}

// LO..HI, both included.
Result<void> set_inputs(O& options, const Row& row, std::string_view value) {
  const std::size_t dots = value.find("..");
  std::int32_t lowest = 0, highest = 0;
  if (dots == value.npos || !read_number(value.substr(0, dots), lowest) ||
      !read_number(value.substr(dots + 2), highest) || lowest > highest ||
      std::int64_t{highest} - lowest >= std::numeric_limits<std::int32_t>::max())
    return not_understood(row, value);
  options.lowest_input = lowest;
  options.highest_input = highest;
  return {};
}

Result<void> add_stubs(O& options, const Row& row, std::string_view value) {
  if (value.empty()) return not_understood(row, value);
  options.stubs.emplace_back(value);
  return {};
}

const Row kRows[] = {
    {{"ts", "N", "2", "most threads that wait to be run at the same time; 0 to N are searched in turn"},
     codec_of<&O::ts>(set_ts)},
    {{"race", "NAME|all", "", "look for races on a variable or a field TYPE.FIELD, or on each in turn"},
     as_text<&O::race>},
    {{"emit", "FILE", "", "write the sequential program and stop; - is standard output"}, as_text<&O::emit>},
    {{"backend", "COMMAND", "", "use another checker: its command, where {} is the program"},
     as_text<&O::backend>},
    {{"loops", "N", "4", "most iterations of a loop without a known bound"}, as_positive<&O::loops>},
    {{"recursion", "N", "100", "deepest recursion of a function"}, as_positive<&O::recursion>},
    {{"inputs", "LO..HI", "0..1", "values of __VERIFIER_nondet_int and similar functions"}, {set_inputs}},
    {{"stubs", "FILE", "", "models of functions without a body, in C; may be given again"}, {add_stubs}},
    {{"schedule", "FILE", "", "your scheduler, in C, instead of the nondeterministic one"},
     as_text<&O::schedule>},
    {{"cache", "on|off", "on", "explore each state of the sequential program once", kOptional},
     as_word<&O::cache>,
     kOnOff},
    {{"jobs", "N", "", "workers; all cores unless given"}, as_positive<&O::jobs>},
    {{"time", "T|none", "20m", "stop a search after this time: 500ms, 30s, 5m, 2h"}, as_time_limit<&O::time>},
    {{"paths", "N|none", "none", "stop a search after N paths"}, as_positive_limit<&O::paths>},
    {{"memory", "SIZE", "800m", "memory of a search: 64k, 512m, 2g"}, as_size<&O::memory>},
    {{"confirm", "on|off", "on", "repeat each finding on the program itself", kOptional},
     as_word<&O::confirm>,
     kOnOff},
    {{"json", "FILE", "", "write the result as JSON; - is standard output"}, as_text<&O::json>},
    {{"out", "DIR", "stalemate-out", "directory for programs and schedules"}, as_text<&O::out>},
    {{"color", "auto|on|off", "auto", "colours in the report", kOptional}, as_word<&O::color>, kAutoOnOff},
    {{"quiet", "on|off", "off", "print no report; use the exit code or --json", kOptional},
     as_word<&O::quiet>,
     kOnOff},
    {{"require-complete", "on|off", "off", "exit 3 unless the bound was exhausted", kOptional},
     as_word<&O::require_complete>,
     kOnOff},
};

Result<void> read_option(O& options, const std::vector<std::string>& args, std::size_t& i) {
  const Typed typed = split_option(args[i]);
  const Row* row = find_row(kRows, typed.name);
  const auto value = value_of(typed, row ? &row->spec : nullptr, args, i);
  if (!value) return tl::unexpected<Error>(value.error());
  return set_in_rows(kRows, options, typed.name, *value);
}

// The flags for the C compiler: only those that change the meaning of the text.
Result<void> read_compiler_flag(O& options, const std::vector<std::string>& args, std::size_t& i) {
  const std::string& flag = args[i];
  for (const std::string_view alone : {"-include", "-isystem", "-D", "-I", "-U"}) {
    if (flag != alone) continue;
    if (i + 1 >= args.size()) return fail(Code::kUsage, flag + " needs a value");
    options.compiler.push_back(flag);
    options.compiler.push_back(args[++i]);
    return {};
  }
  for (const std::string_view start : {"-D", "-I", "-U", "-std="}) {
    if (!flag.starts_with(start) || flag.size() == start.size()) continue;
    options.compiler.push_back(flag);
    return {};
  }
  return fail(Code::kUsage, "unknown option " + flag,
              "the accepted compiler options are -D, -U, -I, -isystem, -include and -std");
}

Result<void> check_together(const O& options) {
  if (options.sources.empty())
    return fail(Code::kUsage, "there is no program to check", "stalemate kiss [options] FILE.c…");
  if (options.emit == "-" && options.json == "-")
    return fail(Code::kUsage, "--emit and --json cannot both be standard output", "name a file for one");
  if (options.race == "all" && !options.emit.empty())
    return fail(Code::kUsage, "--emit writes one program, and --race=all checks one for each variable",
                "name the variable, or remove --race");
  return {};
}

}  // namespace

std::span<const OptionSpec> kiss_option_table() {
  static const std::vector<OptionSpec> specs = specs_of(kRows);
  return specs;
}

Result<KissOptions> read_kiss_arguments(const std::vector<std::string>& args) {
  KissOptions options;
  bool only_files = false;
  for (std::size_t i = 0; i < args.size(); ++i) {
    const std::string& arg = args[i];
    Result<void> read;
    if (only_files || !arg.starts_with("-") || arg == "-") {
      options.sources.push_back(arg);
    } else if (arg == "--") {
      only_files = true;
    } else if (arg == "--help" || arg == "-h") {
      options.help = true;
      return options;
    } else if (arg.starts_with("--")) {
      read = read_option(options, args, i);
    } else {
      read = read_compiler_flag(options, args, i);
    }
    if (!read) return tl::unexpected<Error>(read.error());
  }
  if (auto possible = check_together(options); !possible) return tl::unexpected<Error>(possible.error());
  return options;
}

std::string kiss_help() {
  return "stalemate kiss [options] [-D… -I… -std=…] FILE.c…\n\n"
         "Translates a multithreaded C program into a sequential one, and checks all its paths: every\n"
         "execution in which threads run like calls (KISS, PLDI 2004). Each finding is repeated on the\n"
         "program itself.\n\n"
         "Exit: 0 nothing found in what was explored, 1 a finding, 2 usage, or a program that cannot be\n"
         "translated, 3 incomplete with --require-complete, 5 a component is missing, 70 an internal\n"
         "error, 130 interrupted.\n\nOptions [default]:\n" +
         option_lines(kiss_option_table());
}

}  // namespace stalemate::tools

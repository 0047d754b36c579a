#include "tools/stalemate/predict/predict_options.h"

#include "base/option_rows.h"
#include "tools/stalemate/cli/typed_option.h"

namespace stalemate::tools {
namespace {

using O = PredictOptions;
using Row = OptionRow<PredictOptions>;
constexpr auto kOptional = Takes::kOptionalWord;
constexpr std::uint64_t kStatesPerMillisecond = 2000;
constexpr std::uint64_t kMostStates = 1'000'000'000;

constexpr Word kAlgorithms[] = {word("exact", PredictAlgorithm::kExact),
                                word("paper", PredictAlgorithm::kPaper)};
constexpr Word kConfirms[] = {word("on", Confirm::kBest), word("all", Confirm::kAll),
                              word("off", Confirm::kOff)};

// A time that is counted in states, so that verdicts do not depend on the machine.
Result<void> set_budget(O& options, const Row& row, std::string_view value) {
  const auto time = parse_duration(value);
  if (!time || time->count() < 0) return not_understood(row, value);
  const auto milliseconds = static_cast<std::uint64_t>(time->count());
  options.states =
      milliseconds > kMostStates / kStatesPerMillisecond ? kMostStates : milliseconds * kStatesPerMillisecond;
  return {};
}

const Row kRows[] = {
    {{"algorithm", "exact|paper", "exact", "paper: also the published algorithm, for comparison"},
     as_word<&O::algorithm>,
     kAlgorithms},
    {{"window", "N|none", "none", "only consider writes at most N events away"},
     as_positive_limit<&O::window>},
    {{"budget", "T", "2ms",
      "limit of the search for one alternative: 1ms is 2,000 states; 0: no search; at most 20,000 searches"},
     {set_budget}},
    {{"list", "N", "1000", "most alternatives that the JSON lists in full"}, as_positive<&O::list>},
    {{"confirm", "on|all|off", "off",
      "run the program under the best schedule of each group of alternatives, or under all", kOptional},
     as_word<&O::confirm>,
     kConfirms},
    {{"trust", "on|off", "off", "with --confirm: run the command in a trace of another user", kOptional},
     as_word<&O::trust>,
     kOnOff},
    {{"finals", "on|off", "off", "also predict the last write of each variable", kOptional},
     as_word<&O::finals>,
     kOnOff},
    {{"json", "FILE", "", "write the result as JSON; - is standard output"}, as_text<&O::json>},
    {{"color", "auto|on|off", "auto", "colours in the report", kOptional}, as_word<&O::color>, kAutoOnOff},
    {{"quiet", "on|off", "off", "print no report; use the exit code or --json", kOptional},
     as_word<&O::quiet>,
     kOnOff},
};

Result<void> read_option(O& options, const std::vector<std::string>& args, std::size_t& i) {
  const Typed typed = split_option(args[i]);
  const Row* row = find_row(kRows, typed.name);
  const auto value = value_of(typed, row ? &row->spec : nullptr, args, i);
  if (!value) return tl::unexpected<Error>(value.error());
  return set_in_rows(kRows, options, typed.name, *value);
}

Result<void> take_trace(O& options, const std::string& path) {
  if (!options.trace.empty())
    return fail(Code::kUsage, "there are two traces, " + options.trace + " and " + path,
                "name the program after --");
  if (path.empty()) return fail(Code::kUsage, "the name of the trace is empty");
  options.trace = path;
  return {};
}

Result<void> check_together(const O& options) {
  if (options.trace.empty())
    return fail(Code::kUsage, "there is no trace to read", "stalemate predict [options] TRACE");
  if (options.confirm == Confirm::kOff && !options.program.empty())
    return fail(Code::kUsage, "a program was given without --confirm",
                "add --confirm, or remove the program");
  return {};
}

}  // namespace

std::span<const OptionSpec> predict_option_table() {
  static const std::vector<OptionSpec> specs = specs_of(kRows);
  return specs;
}

Result<PredictOptions> read_predict_arguments(const std::vector<std::string>& args) {
  PredictOptions options;
  for (std::size_t i = 0; i < args.size(); ++i) {
    const std::string& arg = args[i];
    Result<void> read;
    if (arg == "--") {
      options.program.assign(args.begin() + static_cast<std::ptrdiff_t>(i) + 1, args.end());
      break;
    }
    if (arg == "--help" || arg == "-h") {
      options.help = true;
      return options;
    }
    if (arg.starts_with("--"))
      read = read_option(options, args, i);
    else if (arg.size() > 1 && arg.starts_with("-"))
      read = fail(Code::kUsage, "unknown option " + arg, "options start with --");
    else
      read = take_trace(options, arg);
    if (!read) return tl::unexpected<Error>(read.error());
  }
  if (auto possible = check_together(options); !possible) return tl::unexpected<Error>(possible.error());
  return options;
}

std::string predict_help() {
  return "stalemate predict [options] TRACE [--confirm [-- PROGRAM ARGS…]]\n\n"
         "Lists the reads of one recorded execution that could have returned another write, each with a\n"
         "schedule that shows it. --confirm runs the program under these schedules.\n\n"
         "Exit: 0 no read could, 1 a read could, 2 usage or an invalid trace, 4 the program does not repeat\n"
         "the recorded execution (--confirm), 5 the program cannot be started or a file cannot be written,\n"
         "70 an internal error, 130 interrupted.\n\nOptions [default]:\n" +
         option_lines(predict_option_table());
}

}  // namespace stalemate::tools

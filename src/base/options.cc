#include "base/options.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "base/option_rows.h"

namespace stalemate {
namespace {

constexpr Word kStrategies[] = {word("icb", StrategyKind::kIcb),       word("dfs", StrategyKind::kDfs),
                                word("depth", StrategyKind::kDepth),   word("delay", StrategyKind::kDelay),
                                word("random", StrategyKind::kRandom), word("pct", StrategyKind::kPct),
                                word("pos", StrategyKind::kPos),       word("dpor", StrategyKind::kDpor)};
constexpr Word kReductions[] = {word("auto", Reduction::kAuto), word("none", Reduction::kNone),
                                word("cache", Reduction::kCache), word("por", Reduction::kPor)};
constexpr Word kCaches[] = {word("off", CacheKind::kOff), word("memory", CacheKind::kMemory),
                            word("states", CacheKind::kStates)};
constexpr Word kRaceModes[] = {word("on", RaceMode::kOn), word("report", RaceMode::kReport),
                               word("off", RaceMode::kOff)};
constexpr Word kFairness[] = {word("on", 1), word("off", 0)};
constexpr Word kIsolations[] = {word("auto", IsolationKind::kAuto), word("none", IsolationKind::kNone),
                                word("memory", IsolationKind::kMemory), word("fork", IsolationKind::kFork)};
constexpr Word kOutputs[] = {word("capture", OutputMode::kCapture), word("pass", OutputMode::kPass)};
constexpr Word kExitCodes[] = {word("differs", ExitCodeMode::kDiffers),
                               word("finding", ExitCodeMode::kFinding),
                               word("ignore", ExitCodeMode::kIgnore)};

using Row = OptionRow<RunOptions>;

Result<void> set_watchdog(RunOptions& options, const Row& row, std::string_view value) {
  const auto duration = parse_duration(value);
  if (!duration || duration->count() == 0 || duration->count() > std::numeric_limits<std::int32_t>::max())
    return not_understood(row, value);
  options.watchdog = *duration;
  return {};
}

Result<void> set_checkpoint_every(RunOptions& options, const Row& row, std::string_view value) {
  const auto duration = parse_duration(value);
  if (!duration || duration->count() == 0 || *duration > kLongestDuration) return not_understood(row, value);
  options.checkpoint_every = *duration;
  return {};
}

Result<void> set_fair(RunOptions& options, const Row& row, std::string_view value) {
  std::uint32_t every = 0;
  if (!read_number(value, every)) return set_word<&RunOptions::fair>(options, row, value);
  if (every == 0) return not_understood(row, value);
  options.fair = every;
  return {};
}

Result<void> set_strategy_number(RunOptions& options, const Row& row, std::string_view value,
                                 std::optional<std::uint32_t> RunOptions::*member) {
  std::uint32_t number = 0;
  if (!read_number(value, number)) return not_understood(row, value);
  options.*member = number;
  return {};
}

Result<void> set_depth(RunOptions& options, const Row& row, std::string_view value) {
  return set_strategy_number(options, row, value, &RunOptions::depth);
}
Result<void> set_walk_from(RunOptions& options, const Row& row, std::string_view value) {
  if (value == "0") return not_understood(row, value);
  return set_strategy_number(options, row, value, &RunOptions::walk_from);
}
Result<void> set_delays(RunOptions& options, const Row& row, std::string_view value) {
  return set_strategy_number(options, row, value, &RunOptions::delays);
}
Result<void> set_pct_depth(RunOptions& options, const Row& row, std::string_view value) {
  if (value == "0") return not_understood(row, value);
  return set_strategy_number(options, row, value, &RunOptions::pct_depth);
}

using O = RunOptions;
constexpr auto kOptional = Takes::kOptionalWord;

const Row kRows[] = {
    {{"strategy", "icb|dfs|depth|delay|random|pct|pos|dpor", "icb", "in what order executions are explored"},
     set_word<&O::strategy>,
     kStrategies},
    {{"preemptions", "N|unlimited", "2", "largest number of preemptions explored by icb"},
     set_limit<&O::preemptions>},
    {{"depth", "N", "", "largest number of scheduling points explored by depth, icb, dfs, delay"}, set_depth},
    {{"walk-from", "N", "", "icb, dfs, delay: from so many scheduling points on, random walks"},
     set_walk_from},
    {{"delays", "N", "2", "largest number of delays explored by delay"}, set_delays},
    {{"pct-depth", "N", "3", "bug depth that pct aims at"}, set_pct_depth},
    {{"reduce", "auto|none|cache|por", "auto", "how equivalent interleavings are left out by icb and dfs"},
     set_word<&O::reduce>,
     kReductions},
    {{"cache", "off|memory|states", "off", "icb, dfs: explore each state of the program once"},
     set_word<&O::cache>,
     kCaches},
    {{"cache-limit", "SIZE", "1g", "memory for states that have been met: 64k, 512m, 2g"},
     set_size<&O::cache_limit>},
    {{"executions", "N|none", "none", "stop after so many executions"}, set_positive_limit<&O::executions>},
    {{"time", "T|none", "none", "stop after so long: 500ms, 30s, 5m, 2h"}, set_time_limit<&O::time>},
    {{"steps", "N", "100000", "longest execution, in steps"}, set_positive<&O::steps>},
    {{"seed", "N", "1", "for random strategies"}, set_number<&O::seed>},
    {{"races", "on|report|off", "on", "data races: report and promote, report only, ignore"},
     set_word<&O::races>,
     kRaceModes},
    {{"fair", "on|off|K", "on", "fair scheduling, at every yield or every K-th"}, set_fair, kFairness},
    {{"isolate", "auto|none|memory|fork", "auto", "how each execution starts afresh"},
     set_word<&O::isolate>,
     kIsolations},
    {{"jobs", "N", "", "workers; all cores unless given"}, set_positive<&O::jobs>},
    {{"keep-going", "on|off", "off", "do not stop at the first finding", kOptional},
     set_word<&O::keep_going>,
     kOnOff},
    {{"minimise", "N", "2000", "executions for making a finding simpler, at most, within 10 s"},
     set_number<&O::minimise>},
    {{"output", "capture|pass", "capture", "the program's own output: keep for the report, or let through"},
     set_word<&O::output>,
     kOutputs},
    {{"exit-code", "differs|finding|ignore", "differs",
      "exit codes that are findings: those that differ between executions, all but 0, or none"},
     set_word<&O::exit_code>,
     kExitCodes},
    {{"spurious", "on|off", "off", "condition variables wake up for no reason", kOptional},
     set_word<&O::spurious>,
     kOnOff},
    {{"weak-cas", "on|off", "off", "a weak compare-and-exchange fails for no reason", kOptional},
     set_word<&O::weak_cas>,
     kOnOff},
    {{"try-fails", "on|off", "off", "a try-lock fails for no reason", kOptional},
     set_word<&O::try_fails>,
     kOnOff},
    {{"reuse", "on|off", "off", "freed memory is reused at once", kOptional}, set_word<&O::reuse>, kOnOff},
    {{"malloc-points", "on|off", "off", "allocation is a scheduling point", kOptional},
     set_word<&O::malloc_points>,
     kOnOff},
    {{"plain-steps", "on|off", "off", "every plain access is a scheduling point, racing or not", kOptional},
     set_word<&O::plain_steps>,
     kOnOff},
    {{"leaks", "on|off", "off", "report memory that nobody can free any more", kOptional},
     set_word<&O::leaks>,
     kOnOff},
    {{"spin-yield", "on|off", "on",
      "a thread yields where it is proven to repeat itself; off: where it says so", kOptional},
     set_word<&O::spin_yield>,
     kOnOff},
    {{"fair-after", "N", "64", "rounds after which a loop yields without a proof that it repeats itself"},
     set_number<&O::fair_after>},
    {{"suppressions", "FILE", "", "data races and leaks to leave out"}, set_text<&O::suppressions>},
    {{"unmodified", "auto|on|off", "auto", "the program was not compiled with stalemate", kOptional},
     set_word<&O::unmodified>,
     kAutoOnOff},
    {{"out", "DIR", "stalemate-out", "where schedules are written"}, set_text<&O::out>},
    {{"json", "FILE", "", "write the result as JSON; - is standard output"}, set_text<&O::json>},
    {{"coverage", "FILE", "", "write how coverage grows as JSON; - is standard output"},
     set_text<&O::coverage>},
    {{"progress", "auto|on|off", "auto", "show how far the search is", kOptional},
     set_word<&O::progress>,
     kAutoOnOff},
    {{"color", "auto|on|off", "auto", "colours in the report", kOptional}, set_word<&O::color>, kAutoOnOff},
    {{"quiet", "on|off", "off", "no report: the exit code and the JSON speak", kOptional},
     set_word<&O::quiet>,
     kOnOff},
    {{"require-complete", "on|off", "off", "exit 3 where the bound was not exhausted", kOptional},
     set_word<&O::require_complete>,
     kOnOff},
    {{"watchdog", "T", "10s", "an execution without a step for so long is a hang"}, set_watchdog},
    {{"checkpoint", "FILE", "", "where a search that ends early is kept, and goes on from"},
     set_text<&O::checkpoint>},
    {{"checkpoint-every", "T", "60s", "how often it is kept while it runs"}, set_checkpoint_every},
};

template <std::size_t N>
std::string_view text_of(const Word (&words)[N], int value) {
  return std::ranges::find(words, value, &Word::value)->text;
}

}  // namespace

std::span<const OptionSpec> run_option_table() {
  static const std::vector<OptionSpec> specs = specs_of(kRows);
  return specs;
}

const OptionSpec* find_run_option(std::string_view name) {
  const Row* row = find_row(kRows, name);
  return row ? &row->spec : nullptr;
}

Result<void> set_option(RunOptions& options, std::string_view name, std::string_view value) {
  return set_in_rows(kRows, options, name, value);
}

Result<void> set_options(RunOptions& options, std::string_view text) {
  while (!text.empty()) {
    const std::string_view part = text.substr(0, text.find(':'));
    text.remove_prefix(std::min(text.size(), part.size() + 1));
    if (part.empty()) continue;
    const std::size_t equals = part.find('=');
    const std::string_view value = equals == part.npos ? "on" : part.substr(equals + 1);
    if (auto set = set_option(options, part.substr(0, equals), value); !set) return set;
  }
  return {};
}

std::string_view bound_kind(StrategyKind strategy) {
  switch (strategy) {
    case StrategyKind::kIcb: return "preemptions";
    case StrategyKind::kDelay: return "delays";
    case StrategyKind::kDepth: return "depth";
    default: return "none";
  }
}

std::string_view name_of(StrategyKind strategy) { return text_of(kStrategies, static_cast<int>(strategy)); }
std::string_view name_of(Reduction reduction) { return text_of(kReductions, static_cast<int>(reduction)); }
std::string_view name_of(CacheKind cache) { return text_of(kCaches, static_cast<int>(cache)); }
std::string_view name_of(ExitCodeMode mode) { return text_of(kExitCodes, static_cast<int>(mode)); }
std::string_view name_of(IsolationKind isolation) {
  return text_of(kIsolations, static_cast<int>(isolation));
}

}  // namespace stalemate

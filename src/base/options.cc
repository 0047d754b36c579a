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
constexpr Word kLoops[] = {word("pure", LoopMode::kPure), word("all", LoopMode::kAll)};
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
constexpr auto kValue = Takes::kValue;
constexpr auto kOptional = Takes::kOptionalWord;
constexpr auto kExecution = OptionUse::kExecution | OptionUse::kSearch;

const Row kRows[] = {
    {{"strategy", "icb|dfs|depth|delay|random|pct|pos|dpor", "icb", "order in which executions are explored",
      kValue, OptionUse::kSearch | OptionUse::kReport},
     as_word<&O::strategy>,
     kStrategies},
    {{"preemptions", "N|unlimited", "2", "largest number of preemptions explored by icb", kValue,
      OptionUse::kSearch},
     as_limit<&O::preemptions>},
    {{"depth", "N", "", "largest number of scheduling points explored by depth, icb, dfs, delay", kValue,
      OptionUse::kSearch},
     codec_of<&O::depth>(set_depth)},
    {{"walk-from", "N", "", "icb, dfs, delay: random walks from the N-th scheduling point on", kValue,
      OptionUse::kSearch},
     codec_of<&O::walk_from>(set_walk_from)},
    {{"delays", "N", "2", "largest number of delays explored by delay"}, codec_of<&O::delays>(set_delays)},
    {{"pct-depth", "N", "3", "bug depth that pct aims at"}, codec_of<&O::pct_depth>(set_pct_depth)},
    {{"reduce", "auto|none|cache|por", "auto", "how icb and dfs leave out equivalent interleavings", kValue,
      OptionUse::kSearch},
     as_word<&O::reduce>,
     kReductions},
    {{"cache", "off|memory|states", "off", "icb, dfs: explore each state of the program once"},
     as_word<&O::cache>,
     kCaches},
    {{"cache-limit", "SIZE", "1g", "memory for visited states: 64k, 512m, 2g"}, as_size<&O::cache_limit>},
    {{"executions", "N|none", "none", "stop after N executions"}, as_positive_limit<&O::executions>},
    {{"time", "T|none", "none", "stop after this time: 500ms, 30s, 5m, 2h"}, as_time_limit<&O::time>},
    {{"steps", "N", "100000", "longest execution, in steps", kValue, kExecution}, as_positive<&O::steps>},
    {{"seed", "N", "1", "seed of the random strategies", kValue, OptionUse::kReport}, as_number<&O::seed>},
    {{"races", "on|report|off", "on", "data races: report and promote, report only, ignore", kValue,
      kExecution},
     as_word<&O::races>,
     kRaceModes},
    {{"fair", "on|off|K", "on", "fair scheduling, at every yield or every K-th", kValue, kExecution},
     codec_of<&O::fair>(set_fair),
     kFairness},
    {{"isolate", "auto|none|memory|fork", "auto", "how the effects of an execution are undone", kValue,
      OptionUse::kSearch},
     as_word<&O::isolate>,
     kIsolations},
    {{"jobs", "N", "", "workers; all cores unless given"}, as_positive<&O::jobs>},
    {{"keep-going", "on|off", "off", "do not stop at the first finding", kOptional, OptionUse::kSearch},
     as_word<&O::keep_going>,
     kOnOff},
    {{"minimise", "N", "2000", "most executions for simplifying a finding, within 10 s"},
     as_number<&O::minimise>},
    {{"output", "capture|pass", "capture", "the program's output: keep for the report, or pass through"},
     as_word<&O::output>,
     kOutputs},
    {{"exit-code", "differs|finding|ignore", "differs",
      "exit codes that are findings: those that differ between executions, all but 0, or none", kValue,
      OptionUse::kSearch},
     as_word<&O::exit_code>,
     kExitCodes},
    {{"spurious", "on|off", "off", "condition variables wake up for no reason", kOptional, kExecution},
     as_word<&O::spurious>,
     kOnOff},
    {{"weak-cas", "on|off", "off", "a weak compare-and-exchange fails for no reason", kOptional, kExecution},
     as_word<&O::weak_cas>,
     kOnOff},
    {{"try-fails", "on|off", "off", "a try-lock fails for no reason", kOptional, kExecution},
     as_word<&O::try_fails>,
     kOnOff},
    {{"reuse", "on|off", "off", "freed memory is reused at once", kOptional, kExecution},
     as_word<&O::reuse>,
     kOnOff},
    {{"malloc-points", "on|off", "off", "allocation is a scheduling point", kOptional, kExecution},
     as_word<&O::malloc_points>,
     kOnOff},
    {{"plain-steps", "on|off", "off", "every plain access is a scheduling point, racing or not", kOptional,
      kExecution},
     as_word<&O::plain_steps>,
     kOnOff},
    {{"leaks", "on|off", "off", "report memory that can no longer be freed", kOptional, kExecution},
     as_word<&O::leaks>,
     kOnOff},
    {{"spin-yield", "on|off", "on",
      "a thread yields where it provably repeats itself; off: only where the program says so", kOptional,
      kExecution},
     as_word<&O::spin_yield>,
     kOnOff},
    {{"loops", "pure|all", "pure",
      "iterations of a loop that only wait or fail: left out of what is explored, or explored", kValue,
      kExecution},
     as_word<&O::loops>,
     kLoops},
    {{"fair-after", "N", "64", "iterations after which a loop yields without a proof that it repeats itself",
      kValue, kExecution},
     as_number<&O::fair_after>},
    {{"suppressions", "FILE", "", "data races and leaks not to report", kValue, OptionUse::kReport},
     as_text<&O::suppressions>},
    {{"unmodified", "auto|on|off", "auto", "the program was not compiled with stalemate", kOptional,
      OptionUse::kReplay},
     as_word<&O::unmodified>,
     kAutoOnOff},
    {{"out", "DIR", "stalemate-out", "directory for schedules", kValue, OptionUse::kReport},
     as_text<&O::out>},
    {{"json", "FILE", "", "write the result as JSON; - is standard output", kValue, OptionUse::kReplay},
     as_text<&O::json>},
    {{"coverage", "FILE", "", "write the growth of coverage as JSON; - is standard output"},
     as_text<&O::coverage>},
    {{"progress", "auto|on|off", "auto", "show the progress of the search", kOptional},
     as_word<&O::progress>,
     kAutoOnOff},
    {{"color", "auto|on|off", "auto", "colours in the report", kOptional, OptionUse::kReplay},
     as_word<&O::color>,
     kAutoOnOff},
    {{"quiet", "on|off", "off", "print no report; use the exit code or --json", kOptional,
      OptionUse::kReplay},
     as_word<&O::quiet>,
     kOnOff},
    {{"require-complete", "on|off", "off", "exit 3 unless the bound was exhausted", kOptional},
     as_word<&O::require_complete>,
     kOnOff},
    {{"watchdog", "T", "10s", "an execution without a step for this long is a hang", kValue,
      OptionUse::kExecution | OptionUse::kReplay},
     codec_of<&O::watchdog>(set_watchdog)},
    {{"checkpoint", "FILE", "", "file to save an unfinished search to, and to resume it from"},
     as_text<&O::checkpoint>},
    {{"checkpoint-every", "T", "60s", "how often to save the search while it runs"},
     codec_of<&O::checkpoint_every>(set_checkpoint_every)},
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

std::vector<SetOption> options_for(const RunOptions& options, OptionUse use) {
  std::vector<SetOption> found;
  const RunOptions defaults;
  for (const Row& row : kRows) {
    if (!includes(row.spec.use, use)) continue;
    std::string text = row.codec.text(options, row);
    const bool is_default = text == row.codec.text(defaults, row);
    found.push_back({row.spec.name, std::move(text), is_default});
  }
  return found;
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

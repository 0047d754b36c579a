// The options of an exploration, in one table that feeds the command line, STALEMATE_OPTIONS, the C++ API and
// the help. Pure: nothing here reads the environment or prints.
//
// A value whose feature this version lacks is in the table, so that its name is known, and is refused when it
// is requested; a default is never refused.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/option_spec.h"
#include "base/result.h"

namespace stalemate {

enum class StrategyKind { kIcb, kDfs, kDepth, kDelay, kRandom, kPct, kPos, kDpor };
enum class Reduction { kAuto, kNone, kCache, kPor };
enum class CacheKind { kOff, kMemory, kStates };
enum class RaceMode { kOn, kReport, kOff };
enum class IsolationKind { kAuto, kNone, kMemory, kFork };
enum class OutputMode { kCapture, kPass };
enum class ExitCodeMode { kDiffers, kFinding, kIgnore };
enum class LoopMode { kPure, kAll };

struct RunOptions {
  StrategyKind strategy = StrategyKind::kIcb;
  std::optional<std::uint32_t> preemptions = 2;  // none: unlimited
  std::optional<std::uint32_t> depth;
  std::optional<std::uint32_t> walk_from;
  std::optional<std::uint32_t> delays = 2;
  std::optional<std::uint32_t> pct_depth;
  Reduction reduce = Reduction::kAuto;
  CacheKind cache = CacheKind::kOff;
  std::uint64_t cache_limit = std::uint64_t{1} << 30;  // bytes
  std::optional<std::uint64_t> executions;             // none: no limit
  std::optional<std::chrono::milliseconds> time;       // none: no limit
  std::uint32_t steps = 100000;
  std::uint64_t seed = 1;
  RaceMode races = RaceMode::kOn;
  std::uint32_t fair = 1;  // process every k-th yield; 0: not fair
  IsolationKind isolate = IsolationKind::kAuto;
  std::uint32_t jobs = 0;  // 0: all cores
  bool keep_going = false;
  std::uint32_t minimise = 2000;  // candidates
  OutputMode output = OutputMode::kCapture;
  ExitCodeMode exit_code = ExitCodeMode::kDiffers;
  bool spurious = false;
  bool weak_cas = false;
  bool try_fails = false;
  bool reuse = false;
  bool malloc_points = false;
  bool plain_steps = false;
  bool leaks = false;
  bool spin_yield = true;
  LoopMode loops = LoopMode::kPure;
  std::uint32_t fair_after = 64;  // at most: see S9
  std::string suppressions;       // empty: none
  When unmodified = When::kAuto;
  std::string out = "stalemate-out";
  std::string json;      // empty: none; "-": standard output
  std::string coverage;  // empty: none; "-": standard output
  When progress = When::kAuto;
  When color = When::kAuto;
  bool quiet = false;
  bool require_complete = false;
  std::chrono::milliseconds watchdog{10000};
  std::string checkpoint;  // empty: none
  std::chrono::milliseconds checkpoint_every{60000};
};

std::span<const OptionSpec> run_option_table();
// nullptr: no option has that name. `_` and `-` are the same.
const OptionSpec* find_run_option(std::string_view name);

// Sets one option. Errors are usage errors, each one sentence: an unknown name (with the nearest known
// one), a value that cannot be read, a value whose feature does not exist in this version.
Result<void> set_option(RunOptions& options, std::string_view name, std::string_view value);

struct SetOption {
  std::string_view name;
  std::string value;  // as it would be typed; empty: not set
  bool is_default;
};
// The options that have that use, in the order of the table.
std::vector<SetOption> options_for(const RunOptions& options, OptionUse use);

// "name=value:name=value:name"; a name alone means on. Stops at the first error.
Result<void> set_options(RunOptions& options, std::string_view text);

std::string_view name_of(StrategyKind strategy);
// What a strategy bounds: preemptions, delays, depth or none.
std::string_view bound_kind(StrategyKind strategy);
std::string_view name_of(Reduction reduction);
std::string_view name_of(IsolationKind isolation);
std::string_view name_of(CacheKind cache);
std::string_view name_of(ExitCodeMode mode);

}  // namespace stalemate

#include "base/options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace stalemate {
namespace {

using ::testing::HasSubstr;
using namespace std::chrono_literals;

RunOptions parsed(std::string_view text) {
  RunOptions options;
  const auto set = set_options(options, text);
  EXPECT_TRUE(set) << set.error().sentence;
  return options;
}

std::string refusal(std::string_view name, std::string_view value) {
  RunOptions options;
  const auto set = set_option(options, name, value);
  if (set) return "accepted";
  EXPECT_EQ(set.error().code, Code::kUsage);
  return set.error().sentence + (set.error().next.empty() ? "" : "; " + set.error().next);
}

std::vector<std::string> words(std::string_view values) {
  std::vector<std::string> all;
  for (std::size_t bar; !values.empty(); values.remove_prefix(std::min(values.size(), bar + 1))) {
    bar = std::min(values.find('|'), values.size());
    all.emplace_back(values.substr(0, bar));
  }
  return all;
}

TEST(RunOptions, AreReadFromOneColonSeparatedText) {
  const RunOptions options = parsed("strategy=dfs:preemptions=7:executions=1000:time=5m:keep-going:seed=42");
  EXPECT_EQ(options.strategy, StrategyKind::kDfs);
  EXPECT_EQ(options.preemptions, 7u);
  EXPECT_EQ(options.executions, 1000u);
  EXPECT_EQ(options.time, 5min);
  EXPECT_TRUE(options.keep_going);
  EXPECT_EQ(options.seed, 42u);
}

TEST(RunOptions, MeanTheSameWithAnUnderscoreAsWithADash) {
  EXPECT_TRUE(parsed("require_complete=on").require_complete);
  EXPECT_TRUE(parsed("keep_going").keep_going);
  EXPECT_TRUE(parsed("exit_code=finding").exit_code == ExitCodeMode::kFinding);
}

TEST(RunOptions, KnowNoLimitByName) {
  EXPECT_EQ(parsed("preemptions=unlimited").preemptions, std::nullopt);
  EXPECT_EQ(parsed("executions=5:executions=none").executions, std::nullopt);
  EXPECT_EQ(parsed("time=5s:time=none").time, std::nullopt);
}

TEST(RunOptions, LetTheLastWordWin) { EXPECT_EQ(parsed("seed=1:seed=9").seed, 9u); }

TEST(RunOptions, SayWhatTheyTakeWhereAValueCannotBeRead) {
  EXPECT_EQ(refusal("preemptions", "-1"),
            "--preemptions=-1 is not understood; --preemptions takes N|unlimited");
  EXPECT_THAT(refusal("preemptions", "99999999999"), HasSubstr("not understood"));
  EXPECT_THAT(refusal("steps", "0"), HasSubstr("not understood"));
  EXPECT_THAT(refusal("jobs", "0"), HasSubstr("not understood"));
  EXPECT_THAT(refusal("seed", "12x"), HasSubstr("not understood"));
  EXPECT_THAT(refusal("time", "5 parsecs"), HasSubstr("not understood"));
  EXPECT_THAT(refusal("watchdog", "0s"), HasSubstr("not understood"));
  EXPECT_THAT(refusal("keep-going", "perhaps"), HasSubstr("takes on|off"));
  EXPECT_THAT(refusal("out", ""), HasSubstr("not understood"));
}

TEST(RunOptions, SuggestTheNearestNameForAnUnknownOne) {
  EXPECT_EQ(refusal("premptions", "2"), "unknown option --premptions; did you mean --preemptions?");
  EXPECT_EQ(refusal("zzzzzzzz", "2"), "unknown option --zzzzzzzz");
}

TEST(RunOptions, StopAtTheFirstErrorInAText) {
  RunOptions options;
  const auto set = set_options(options, "seed=5:nonsense=1:seed=6");
  ASSERT_FALSE(set);
  EXPECT_EQ(options.seed, 5u);
}

// The help and the parser come from the same row; this keeps the words in step as well.
TEST(OptionTable, EveryWordThatTheHelpOffersIsKnownToTheParser) {
  for (const OptionSpec& spec : run_option_table()) {
    for (const std::string& word : words(spec.values)) {
      if (word == "N" || word == "K" || word == "T" || word == "SIZE" || word == "FILE" || word == "DIR")
        continue;
      EXPECT_THAT(refusal(spec.name, word), ::testing::AnyOf("accepted", HasSubstr("not available")))
          << spec.name << "=" << word;
    }
  }
}

TEST(OptionTable, EveryStatedDefaultIsWhatTheParserMakesOfIt) {
  for (const OptionSpec& spec : run_option_table()) {
    if (spec.default_value.empty()) continue;
    EXPECT_THAT(refusal(spec.name, spec.default_value),
                ::testing::AnyOf("accepted", HasSubstr("not available")))
        << spec.name;
    EXPECT_EQ(find_run_option(spec.name)->name, spec.name);
  }
  const RunOptions standard;
  EXPECT_EQ(parsed("preemptions=2").preemptions, standard.preemptions);
  EXPECT_EQ(parsed("steps=100000").steps, standard.steps);
  EXPECT_EQ(parsed("watchdog=10s").watchdog, standard.watchdog);
  EXPECT_EQ(parsed("out=stalemate-out").out, standard.out);
  EXPECT_EQ(parsed("seed=1").seed, standard.seed);
}

TEST(Sizes, AreReadWithTheirUnits) {
  EXPECT_EQ(parse_size("123"), 123u);
  EXPECT_EQ(parse_size("64k"), 65536u);
  EXPECT_EQ(parse_size("512m"), std::uint64_t{512} << 20);
  EXPECT_EQ(parse_size("2g"), std::uint64_t{2} << 30);
  for (const char* wrong : {"", "k", "1t", "-1", "1.5g", "99999999999999999999", "99999999999999g"})
    EXPECT_EQ(parse_size(wrong), std::nullopt) << wrong;
  EXPECT_EQ(parsed("cache-limit=1m").cache_limit, std::uint64_t{1} << 20);
  EXPECT_THAT(refusal("cache-limit", "0"), HasSubstr("not understood"));
}

TEST(Durations, AreReadWithTheirUnits) {
  EXPECT_EQ(parse_duration("500ms"), 500ms);
  EXPECT_EQ(parse_duration("30s"), 30s);
  EXPECT_EQ(parse_duration("30"), 30s);
  EXPECT_EQ(parse_duration("5m"), 5min);
  EXPECT_EQ(parse_duration("2h"), 2h);
  EXPECT_EQ(parse_duration(""), std::nullopt);
  EXPECT_EQ(parse_duration("s"), std::nullopt);
  EXPECT_EQ(parse_duration("99999999999999999h"), std::nullopt);
}

TEST(Names, OfChoicesAreTheWordsThatSelectThem) {
  EXPECT_EQ(name_of(StrategyKind::kRandom), "random");
  EXPECT_EQ(name_of(Reduction::kNone), "none");
  for (const char* word : {"auto", "none", "cache", "por"})
    EXPECT_EQ(name_of(parsed(std::string("reduce=") + word).reduce), word);
  EXPECT_EQ(name_of(IsolationKind::kFork), "fork");
}

TEST(Options, AcceptADefaultThatIsSpelledOut) {
  RunOptions options;
  EXPECT_TRUE(set_options(options, "races=on:fair=on:spin-yield=on:leaks=on:reduce=auto"));
}

std::vector<std::string> texts(const RunOptions& options, OptionUse use, bool also_defaults) {
  std::vector<std::string> found;
  for (const SetOption& option : options_for(options, use))
    if (also_defaults || !option.is_default) found.push_back(std::string(option.name) + "=" + option.value);
  return found;
}

TEST(Options, OnesThatAnExecutionDependsOnAreListedWhereTheyAreNotTheDefault) {
  EXPECT_TRUE(texts({}, OptionUse::kExecution, false).empty());
  EXPECT_EQ(texts(parsed("steps=7:fair=off:watchdog=3s:spurious:spin-yield=off:leaks:seed=9:jobs=2"),
                  OptionUse::kExecution, false),
            (std::vector<std::string>{"steps=7", "fair=off", "spurious=on", "leaks=on", "spin-yield=off",
                                      "watchdog=3000ms"}));
  EXPECT_EQ(texts(parsed("fair=3:races=off:fair-after=5:preemptions=1"), OptionUse::kExecution, false),
            (std::vector<std::string>{"races=off", "fair=3", "fair-after=5"}));
}

// A search that depends on an option must not be resumed with another value of it.
TEST(Options, OnesThatASearchDependsOnIncludeAllThatAnExecutionDependsOn) {
  for (const SetOption& option : options_for({}, OptionUse::kExecution)) {
    if (option.name == "watchdog") continue;  // real time: how soon a hang is noticed
    EXPECT_TRUE(includes(find_run_option(option.name)->use, OptionUse::kSearch)) << option.name;
  }
}

TEST(Options, TextsOfValuesSetTheSameValues) {
  const RunOptions changed = parsed(
      "strategy=delay:preemptions=unlimited:depth=9:walk-from=4:reduce=none:steps=5:races=report:fair=2:"
      "isolate=fork:keep-going:exit-code=ignore:spurious:weak-cas:try-fails:reuse:malloc-points:plain-steps:"
      "leaks:spin-yield=off:loops=all:fair-after=3:seed=11:out=elsewhere:suppressions=file:watchdog=2s");
  constexpr OptionUse kAny = OptionUse::kExecution | OptionUse::kSearch | OptionUse::kReport;
  RunOptions again;
  for (const SetOption& option : options_for(changed, kAny)) {
    EXPECT_FALSE(option.is_default) << option.name;
    EXPECT_TRUE(set_option(again, option.name, option.value)) << option.name;
  }
  EXPECT_EQ(texts(again, kAny, true), texts(changed, kAny, true));
}

}  // namespace

}  // namespace stalemate

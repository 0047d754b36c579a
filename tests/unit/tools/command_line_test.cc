#include "tools/stalemate/cli/command_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace stalemate::tools {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using Args = std::vector<std::string>;

RunRequest run(const Args& args, std::string_view environment = "") {
  const auto request = read_run_arguments(args, environment);
  EXPECT_TRUE(request) << request.error().sentence;
  return request.value_or(RunRequest{});
}

std::string run_error(const Args& args, std::string_view environment = "") {
  const auto request = read_run_arguments(args, environment);
  return request ? "accepted" : request.error().sentence + "; " + request.error().next;
}

ReplayRequest replay(const Args& args) {
  const auto request = read_replay_arguments(args, "");
  EXPECT_TRUE(request) << request.error().sentence;
  return request.value_or(ReplayRequest{});
}

TEST(RunArguments, EndAtTheTwoDashesAndLeaveTheProgramsOwnAlone) {
  const RunRequest request = run({"--preemptions", "3", "--", "./prog", "--seed", "9", "--", "x"});
  EXPECT_EQ(request.options.preemptions, 3u);
  EXPECT_EQ(request.options.seed, 1u);
  EXPECT_THAT(request.program, ElementsAre("./prog", "--seed", "9", "--", "x"));
}

TEST(RunArguments, MayLeaveOutTheTwoDashes) {
  EXPECT_THAT(run({"--seed=4", "./prog", "--keep-going"}).program, ElementsAre("./prog", "--keep-going"));
}

TEST(RunArguments, GiveASwitchAValueOnlyWhereTheNextWordIsOne) {
  EXPECT_TRUE(run({"--keep-going", "on", "--", "p"}).options.keep_going);
  EXPECT_FALSE(run({"--keep-going", "off", "--", "p"}).options.keep_going);
  EXPECT_FALSE(run({"--keep-going=off", "p"}).options.keep_going);
  const RunRequest request = run({"--keep-going", "./prog"});
  EXPECT_TRUE(request.options.keep_going);
  EXPECT_THAT(request.program, ElementsAre("./prog"));
}

TEST(RunArguments, OverrideTheEnvironment) {
  const RunRequest request = run({"--seed", "5", "--", "p"}, "seed=3:steps=77");
  EXPECT_EQ(request.options.seed, 5u);
  EXPECT_EQ(request.options.steps, 77u);
}

TEST(RunArguments, TakeADashAsTheJsonFile) { EXPECT_EQ(run({"--json", "-", "--", "p"}).options.json, "-"); }

TEST(RunArguments, WithoutAProgramAreAUsageError) {
  EXPECT_THAT(run_error({}), HasSubstr("no program"));
  EXPECT_THAT(run_error({"--seed", "3"}), HasSubstr("no program"));
  EXPECT_THAT(run_error({"--"}), HasSubstr("no program"));
}

TEST(RunArguments, AreRefusedWithASentence) {
  EXPECT_EQ(run_error({"--sed", "3", "--", "p"}), "unknown option --sed; did you mean --seed?");
  EXPECT_EQ(run_error({"--seed", "--", "p"}), "--seed needs a value; it takes N");
  EXPECT_EQ(run_error({"-x", "--", "p"}), "unknown option -x; options start with --");
  EXPECT_EQ(run_error({"p"}, "speed=3"),
            "in STALEMATE_OPTIONS: unknown option --speed; did you mean --seed?");
}

TEST(RunArguments, AskForHelpWithoutAProgram) { EXPECT_TRUE(run({"--help"}).help); }

TEST(ReplayArguments, TakeAScheduleAndPerhapsAProgram) {
  const ReplayRequest bare = replay({"a.sched"});
  EXPECT_EQ(bare.schedule, "a.sched");
  EXPECT_EQ(bare.times, 1u);
  EXPECT_THAT(bare.program, IsEmpty());
  const ReplayRequest full = replay({"--times", "20", "--gdb", "a.sched", "--quiet", "--", "./p", "--gdb"});
  EXPECT_EQ(full.times, 20u);
  EXPECT_TRUE(full.gdb);
  EXPECT_TRUE(full.options.quiet);
  EXPECT_THAT(full.program, ElementsAre("./p", "--gdb"));
}

TEST(ReplayArguments, AreNotThoseOfASearch) {
  const auto refused = read_replay_arguments({"--preemptions=3", "a.sched"}, "");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().sentence, "replay does not take --preemptions");
  EXPECT_EQ(refused.error().code, Code::kUsage);
  for (const char* taken : {"--json=r", "--quiet", "--color=off", "--unmodified=on", "--watchdog=3s"})
    EXPECT_TRUE(read_replay_arguments({taken, "a.sched"}, "")) << taken;
}

TEST(ReplayArguments, IgnoreHowTheEnvironmentRunsExecutions) {
  const auto request = read_replay_arguments({"a.sched"}, "reuse=on:watchdog=3s:steps=7:preemptions=1");
  ASSERT_TRUE(request);
  EXPECT_FALSE(request->options.reuse);
  EXPECT_EQ(request->options.steps, RunOptions{}.steps);
  EXPECT_EQ(request->options.watchdog, std::chrono::seconds(3));
}

TEST(ReplayArguments, AreRefusedWithASentence) {
  EXPECT_FALSE(read_replay_arguments({}, ""));
  EXPECT_FALSE(read_replay_arguments({"--times", "0", "a.sched"}, ""));
  EXPECT_FALSE(read_replay_arguments({"a.sched", "--times"}, ""));
  EXPECT_FALSE(read_replay_arguments({"a.sched", "b.sched"}, ""));
  EXPECT_FALSE(read_replay_arguments({"--tims=3", "a.sched"}, ""));
}

TEST(Help, NamesEveryOptionOfTheTable) {
  for (const OptionSpec& spec : run_option_table()) {
    EXPECT_THAT(run_help(), HasSubstr("\n  --" + std::string(spec.name) + " "));
  }
}

TEST(Help, NamesTheOptionsOfReplayAlone) {
  for (const OptionSpec& spec : replay_option_table())
    EXPECT_THAT(replay_help(), HasSubstr("\n  --" + std::string(spec.name) + " "));
  for (const std::string name : {"preemptions", "reduce", "jobs", "races", "spurious", "checkpoint", "out"})
    EXPECT_THAT(replay_help(), Not(HasSubstr("--" + name))) << name;
}

}  // namespace
}  // namespace stalemate::tools

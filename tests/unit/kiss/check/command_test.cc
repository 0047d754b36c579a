// Other checkers: their verdicts and their traces are read back.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>

#include "bluetooth.h"
#include "checked_program.h"
#include "kiss/check/check_output.h"

namespace stalemate::kiss {
namespace {

namespace fs = std::filesystem;

Result<CheckResult> by_command(const CheckedProgram& program, const std::string& command,
                               const Bounds& bounds, const Resources& resources = {}) {
  return check_by_command(command, program.source(), share_directory(), bounds, resources);
}

// scheduler.c is part of what the printer writes; here it is included, and not beside the copy.
std::string with_scheduler(std::string text) {
  const std::string include = "#include \"scheduler.c\"";
  return text.replace(text.find(include), include.size(),
                      "#include \"" + share_directory() + "/scheduler.c\"");
}

TEST(OtherCheckers, AgreeWithOursOnTheDriver) {
  const std::string command = std::string(STALEMATE_KISS_TEST_SOURCES) + "/enumerating_checker {}";
  struct Row {
    unsigned adders;
    bool corrected;
    std::uint32_t ts, race;
  };
  for (const Row& row : {Row{1, false, 0, 0}, Row{1, false, 1, 0}, Row{1, true, 1, 0}, Row{1, false, 0, 1},
                         Row{1, true, 1, 1}}) {
    const CheckedProgram program(with_scheduler(bluetooth(row.adders, row.corrected)));
    Bounds bounds = ts(row.ts);
    bounds.race = row.race;
    const CheckResult ours = program.check(bounds, uncached());
    const Result<CheckResult> theirs = by_command(program, command, bounds);
    ASSERT_TRUE(theirs) << theirs.error().sentence;
    ASSERT_EQ(theirs->ending, ours.ending) << "ts " << row.ts << " race " << row.race;
    if (!ours.failure) continue;
    EXPECT_EQ(theirs->failure->kind, ours.failure->kind);
    EXPECT_EQ(theirs->failure->statement, ours.failure->statement);
    EXPECT_EQ(theirs->failure->events, ours.failure->events);
  }
}

TEST(OtherCheckers, CbmcAgreesWithOursOnTheDriver) {
  if (system("cbmc --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "cbmc is not installed";
  for (const bool corrected : {false, true}) {
    const CheckedProgram program(with_scheduler(bluetooth(1, corrected)));
    const CheckResult ours = program.check(ts(1), uncached());
    const Result<CheckResult> theirs =
        by_command(program, "cbmc --unwind 5 --no-unwinding-assertions --trace {}", ts(1));
    ASSERT_TRUE(theirs) << theirs.error().sentence;
    EXPECT_EQ(theirs->ending, ours.ending);
    EXPECT_TRUE(!theirs->failure || !theirs->failure->events.empty());
  }
}

TEST(OtherCheckers, AVerdictIsInWords) {
  const CheckedProgram program("#include \"kiss.h\"\nvoid kiss_program(void) {}\n");
  const auto ending = [&](const std::string& command) {
    const auto result = by_command(program, "test -f {} && " + command, Bounds{});
    return result ? std::optional(result->ending) : std::nullopt;
  };
  EXPECT_EQ(ending("echo VERIFICATION SUCCESSFUL"), Ending::kComplete);
  EXPECT_EQ(ending("echo VERIFICATION FAILED && exit 10"), Ending::kFailure);
  EXPECT_EQ(ending("echo 'Verification result: TRUE. No property violation'"), Ending::kComplete);
  EXPECT_EQ(ending("echo 'Verification result: FALSE. Property violation'"), Ending::kFailure);
  EXPECT_EQ(ending("echo 'FALSE(unreach-call)'"), Ending::kFailure);
  EXPECT_EQ(ending("echo kiss_failure=1 && exit 1"), Ending::kFailure);
}

// What a checker does for reasons of its own is neither a finding nor a proof.
TEST(OtherCheckers, WithoutAVerdictThereIsAnError) {
  const CheckedProgram program("#include \"kiss.h\"\nvoid kiss_program(void) {}\n");
  const auto sentence = [&](const std::string& command) {
    const auto result = by_command(program, command, Bounds{});
    return result ? std::string("a verdict") : result.error().sentence;
  };
  EXPECT_EQ(sentence("test -f {} && echo out of memory && exit 6"),
            "the checker ended with 6 and no verdict: out of memory");
  EXPECT_EQ(sentence("true {}"), "the checker ended with 0 and no verdict");
  EXPECT_EQ(sentence("false {}"), "the checker ended with 1 and no verdict");
  EXPECT_EQ(sentence("test -f {} && echo garbage && exit 10"),
            "the checker ended with 10 and no verdict: garbage");
  EXPECT_EQ(sentence("test -f {} && printf 'Traceback\\nMemoryError\\n' && exit 1"),
            "the checker ended with 1 and no verdict: MemoryError");
  EXPECT_EQ(sentence("test -f {} && echo VERIFICATION SUCCESSFUL && kill -9 $$"),
            "the checker was killed by signal 9 and no verdict: VERIFICATION SUCCESSFUL");
}

TEST(OtherCheckers, OneSentenceForACommandThatCannotRun) {
  const CheckedProgram program("#include \"kiss.h\"\nvoid kiss_program(void) {}\n");
  const Result<CheckResult> missing = by_command(program, "no-such-checker --trace {}", Bounds{});
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, Code::kCannotStart);
  EXPECT_EQ(missing.error().sentence, "the checker no-such-checker cannot be started");
  const Result<CheckResult> nowhere = by_command(program, "cbmc", Bounds{});
  ASSERT_FALSE(nowhere);
  EXPECT_EQ(nowhere.error().code, Code::kUsage);
}

TEST(OtherCheckers, RunOutOfTime) {
  const CheckedProgram program("#include \"kiss.h\"\nvoid kiss_program(void) {}\n");
  Resources resources;
  resources.time = std::chrono::milliseconds(50);
  const Result<CheckResult> result = by_command(program, "test -f {} && sleep 60", Bounds{}, resources);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->ending, Ending::kOutOfResources);
  EXPECT_EQ(result->limit, "time");
}

TEST(OtherCheckers, SeeTheBoundsAsConstants) {
  const CheckedProgram program("#include \"kiss.h\"\nvoid kiss_program(void) {}\n");
  Bounds bounds = ts(3);
  bounds.loops = 7;
  bounds.race = 2;
  bounds.lowest_input = -5;
  const Result<CheckResult> result =
      by_command(program,
                 "cc -E -dM {} | grep -q 'KISS_TS 3' && cc -E {} | grep -q 'kiss_loops = 7.*kiss_race = 2' "
                 "&& cc -E -dM {} | grep -q '(-5)' && echo VERIFICATION SUCCESSFUL",
                 bounds);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->ending, Ending::kComplete);
}

// The words of the competition, given values as a checker would choose them: those of our failing path, and
// zeroes.
TEST(OtherCheckers, TheWordsOfTheCompetitionAreUnderstood) {
  const CheckedProgram program(with_scheduler(bluetooth(1, false)));
  const CheckResult ours = program.check(ts(1), uncached());
  ASSERT_TRUE(ours.failure);
  std::string values;
  for (const std::uint32_t choice : ours.failure->choices) values += std::to_string(choice) + ", ";
  const fs::path stub = program.directory() / "values.c", binary = program.directory() / "binary";
  for (const bool failing : {true, false}) {
    std::ofstream(stub) << "#include <stdlib.h>\nstatic const int values[100] = {" << (failing ? values : "0")
                        << "};\n"
                        << "int __VERIFIER_nondet_int(void) { static int at; return values[at++]; }\n"
                        << "void reach_error(void) { exit(1); }\n";
    const Result<CheckResult> result = by_command(
        program,
        "cc -DKISS_VERIFIER -std=c11 -Wall -Wextra -Werror {} " + stub.string() + " -o " + binary.string() +
            " || exit 9; if " + binary.string() + "; then echo TRUE; else echo FALSE; fi",
        ts(1));
    ASSERT_TRUE(result) << result.error().sentence;
    EXPECT_EQ(result->ending, failing ? Ending::kFailure : Ending::kComplete);
  }
}

// As CBMC prints: the values at the start, one trace for each property that failed.
TEST(OtherCheckers, TheFirstTraceOfAFailureIsRead) {
  const std::string output = R"(
[kiss_program.unwind.0] line 9 unwinding assertion loop 0: FAILURE
[kiss_fail.assertion.1] line 9 kiss: FAILURE

Trace for kiss_program.unwind.0:

State 1 file program.c
----------------------------------------------------
  kiss_step=0 (00000000)
  kiss_step=8388615 (00000000)

Trace for kiss_fail.assertion.1:
  kiss_step=0 (00000000)
  kiss_input_thread=0
  kiss_input_value=0
  kiss_step=8388615 (00000000)
  kiss_step=8388608
  kiss_step=25165820
  kiss_input_thread=2
  kiss_input_value=-1
  kiss_failed_at=9
  kiss_failure=3
Violated property:
VERIFICATION FAILED
)";
  const std::optional<CheckResult> result = read_output(output, 10);
  ASSERT_TRUE(result && result->failure);
  EXPECT_EQ(result->failure->kind, "data-race");
  EXPECT_EQ(result->failure->statement, 9);
  EXPECT_EQ(result->failure->events, (std::vector<Event>{{0, 7}, {0, 0}, {1, -4}}));
  ASSERT_EQ(result->failure->inputs.size(), 1u);
  EXPECT_EQ(result->failure->inputs[0].thread, 1);
  EXPECT_EQ(result->failure->inputs[0].value, -1);
}

TEST(OtherCheckers, ABoundOnLoopsThatFailedIsNoFailure) {
  const std::optional<CheckResult> result = read_output(
      "[f.unwind.0] line 9 unwinding assertion loop 0: FAILURE\n[g.1] kiss: SUCCESS\nVERIFICATION FAILED\n",
      10);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->ending, Ending::kOutOfResources);
  EXPECT_EQ(result->limit, "unwinding");
}

}  // namespace
}  // namespace stalemate::kiss

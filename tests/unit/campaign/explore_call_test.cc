// explore() as a test binary calls it, with a fake server in the place of the runtime. Sees the public
// headers only: some of their names mean something else inside.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "fake_server.h"
#include "stalemate/stalemate.h"

namespace {

stalemate::host::FakeProgram program;  // what the fake runs, whatever it is asked to call

}  // namespace

extern "C" {
int stalemate_rt_serve(void* mapping, unsigned long bytes, int capture, void (*body)(void*), void*) {
  return stalemate::host::fake_serve(mapping, bytes, capture, body, &program);
}
int stalemate_rt_controlled() { return 0; }
unsigned stalemate_rt_choose(unsigned) { return 99; }
void stalemate_rt_yield() {}
void stalemate_rt_expect_failed(const char*, const char*, int) {}
void stalemate_rt_state(unsigned long) {}
void stalemate_rt_assume_failed() {}
}

namespace stalemate {
namespace {

class ExploreCall : public ::testing::Test {
 protected:
  ExploreCall() {
    program = {};
    unsetenv("STALEMATE_OPTIONS");
    options_.out(::testing::TempDir() + "explore_call").unlimited_preemptions().jobs(1).reduce("none");
  }
  ~ExploreCall() override { unsetenv("STALEMATE_OPTIONS"); }

  Result explore_nothing() {
    return explore(
        [] {
          std::abort(); /* the fake never calls it */
        },
        options_);
  }

  Options options_;
};

TEST_F(ExploreCall, TellsTheCountsOfACompleteSearch) {
  const Result result = explore_nothing();
  EXPECT_TRUE(result.ok()) << result.summary();
  EXPECT_EQ(result.coverage, "complete");
  EXPECT_EQ(result.executions, 20u) << "6! / 3!^2";
  ASSERT_FALSE(result.executions_per_bound.empty());
  EXPECT_EQ(result.executions_per_bound[0], 1u) << "main runs at the start: all else preempts it";
}

TEST_F(ExploreCall, TellsAFindingAndLeavesAScheduleThatNamesTheTest) {
  program.toy.loser = 0;
  const Result result = explore([] {}, options_.name("Suite.Name"));
  EXPECT_EQ(result.verdict, "bug");
  ASSERT_EQ(result.findings.size(), 1u);
  const Finding& finding = result.findings[0];
  EXPECT_EQ(finding.kind, "assertion");
  EXPECT_EQ(finding.message, "the last step is the loser's");
  EXPECT_EQ(finding.preemptions, 1u) << "main has to be preempted to come last";
  EXPECT_NE(result.summary().find("stalemate replay " + finding.schedule), std::string::npos);
  std::ifstream file(finding.schedule);
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_NE(text.str().find("Suite.Name"), std::string::npos) << text.str();
}

TEST_F(ExploreCall, LetsTheEnvironmentWinOverTheCode) {
  setenv("STALEMATE_OPTIONS", "preemptions=0", 1);
  const Result result = explore_nothing();
  EXPECT_EQ(result.executions, 1u);
  EXPECT_EQ(result.coverage, "complete-within-bound");
}

TEST_F(ExploreCall, SaysWhatIsWrongWithAnOption) {
  setenv("STALEMATE_OPTIONS", "preemptoins=0", 1);
  const Result result = explore_nothing();
  EXPECT_EQ(result.verdict, "error");
  EXPECT_FALSE(result.ok());
  EXPECT_NE(result.error.find("preemptoins"), std::string::npos) << result.error;
}

TEST_F(ExploreCall, SkipsWhereAnotherTestIsReplayed) {
  setenv("STALEMATE_REPLAY", "100,101,Other.Test", 1);
  const Result result = explore_nothing();
  unsetenv("STALEMATE_REPLAY");
  EXPECT_TRUE(result.ok());
  EXPECT_EQ(result.executions, 0u);
  EXPECT_NE(result.note.find("Other.Test"), std::string::npos);
}

TEST_F(ExploreCall, ChoosesNothingOutsideAnExecution) { EXPECT_EQ(choose(3), 0u); }

}  // namespace
}  // namespace stalemate

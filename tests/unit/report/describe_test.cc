#include "report/describe.h"

#include <gtest/gtest.h>

#include "cases.h"

namespace stalemate::report {
namespace {

using namespace stalemate::testing;

TEST(Explain, NamesTheKindOfEveryOutcome) {
  const std::pair<wire::Outcome, const char*> kinds[] = {
      {wire::Outcome::kDeadlock, "deadlock"},  {wire::Outcome::kAssertion, "assertion"},
      {wire::Outcome::kAbort, "abort"},        {wire::Outcome::kException, "exception"},
      {wire::Outcome::kCrash, "crash"},        {wire::Outcome::kRunning, "crash"},
      {wire::Outcome::kStepLimit, "timeout"},  {wire::Outcome::kHang, "timeout"},
      {wire::Outcome::kMisuse, "misuse"},      {wire::Outcome::kDoubleFree, "double-free"},
      {wire::Outcome::kFinished, "exit-code"},
  };
  for (const auto& [outcome, kind] : kinds) EXPECT_STREQ(finding_kind(outcome), kind);
  EXPECT_FALSE(is_failure(wire::Outcome::kFinished));
  EXPECT_FALSE(is_failure(wire::Outcome::kAbandoned));
  EXPECT_TRUE(is_failure(wire::Outcome::kMisuse));
}

TEST(Explain, ListsTheFailingThreadFirst) {
  const Finding finding = explained(deadlock_log(), 12).finding;
  ASSERT_EQ(finding.locations.size(), 3u);
  EXPECT_EQ(finding.locations[0].thread, "0.1");
  EXPECT_EQ(finding.locations[0].waits_for, "bank.b");
  EXPECT_EQ(finding.locations[0].held_by, "0.2");
  EXPECT_EQ(finding.locations[0].held_since, "bank.cc:20");
  EXPECT_EQ(finding.locations[0].file, "src/bank.cc");
  EXPECT_EQ(finding.locations[0].line, 11u);
  EXPECT_EQ(finding.locations[1].waits_for, "0.1 to finish");
  EXPECT_FALSE(finding.locations[1].held_by);
}

TEST(Explain, CountsStepsSwitchesAndPreemptions) {
  const Finding finding = explained(assertion_log(), 5).finding;
  EXPECT_EQ(finding.steps, 10u);
  EXPECT_EQ(finding.switches, 2u);
  EXPECT_EQ(finding.preemptions, 1u);
  EXPECT_EQ(finding.execution, 5u);
  EXPECT_EQ(finding.message, "assertion failed: !items.empty()");
}

TEST(Explain, GivesTheSignalOfACrash) {
  const Finding finding = explained(long_log(), 1).finding;
  EXPECT_EQ(finding.signal, 11);
  EXPECT_EQ(finding.message, "signal 11 (Segmentation fault): null pointer");
}

TEST(Explain, HandsOverAScheduleThatPrintsAndParses) {
  const Explanation explanation = explained(deadlock_log(), 12);
  const auto parsed = trace::parse_schedule(trace::to_text(explanation.schedule));
  ASSERT_TRUE(parsed) << parsed.error().sentence;
  EXPECT_EQ(*parsed, explanation.schedule);
  EXPECT_EQ(parsed->fingerprint, explanation.finding.fingerprint);
}

TEST(Explain, SurvivesAnEmptyLog) {
  LogBuilder log;
  const Finding finding = explained(log, 1).finding;
  EXPECT_EQ(finding.kind, "crash");
  ASSERT_EQ(finding.locations.size(), 1u);
  EXPECT_EQ(finding.locations[0].thread, "0");
}

TEST(Fingerprint, DependsOnKindFunctionFileNameAndLineOnly) {
  Finding finding;
  finding.kind = "deadlock";
  finding.locations = {{"0.1", "/home/a/src/q.cc", 7, "pop", {}, {}, {}, {}, {}},
                       {"0.2", "/home/a/src/q.cc", 9, "push", {}, {}, {}, {}, {}}};
  const std::string original = fingerprint_of(finding);
  EXPECT_EQ(original.size(), 12u);
  Finding moved = finding;
  std::swap(moved.locations[0], moved.locations[1]);
  moved.locations[0].file = moved.locations[1].file = "/build/elsewhere/q.cc";
  moved.locations[0].thread = "0.3";
  moved.message = "something else";
  moved.execution = 99;
  EXPECT_EQ(fingerprint_of(moved), original);
  Finding other = finding;
  other.locations[0].line = 8;
  EXPECT_NE(fingerprint_of(other), original);
  other = finding;
  other.kind = "assertion";
  EXPECT_NE(fingerprint_of(other), original);
  other = finding;
  other.locations[0].function = "peek";
  EXPECT_NE(fingerprint_of(other), original);
}

}  // namespace
}  // namespace stalemate::report

#include "kiss/trace/explanation.h"

#include <gtest/gtest.h>

#include "report/text/text.h"
#include "section_2_3.h"

namespace stalemate::kiss {
namespace {

const report::SourceLines kNoLines = [](const std::string&, std::uint32_t) { return std::string(); };

std::string table_of(const report::Explanation& explanation) {
  report::Style style;
  style.unicode = false;
  return report::render_interleaving(explanation.interleaving, style);
}

TEST(KissTrace, OfSection23ReadsAsThePaperTellsIt) {
  const Table table = bluetooth_table();
  const report::Explanation explanation = explain(assertion_of_section_2_3(), table, "", kNoLines);
  EXPECT_EQ(table_of(explanation),
            "      0                         0.1\n"
            "      main                      BCSP_PnpStop\n"
            "   1  write e->pendingIo  bt.c:70\n"
            "   2  create 0.1  bt.c:74\n"
            "   3  read e->stoppingFlag  bt.c:30\n"
            "      -- switch to 0.1: 0 preempted before update e->pendingIo\n"
            "   4  |                         write e->stoppingFlag  bt.c:52\n"
            "   5  |                         update e->pendingIo  bt.c:20\n"
            "   6  |                         write e->stoppingEvent  bt.c:21\n"
            "   7  |                         read e->stoppingEvent  bt.c:54\n"
            "   8  |                         write stopped  bt.c:56\n"
            "      -- switch to 0: 0.1 finished\n"
            "   9  update e->pendingIo  bt.c:31\n"
            "  10  read stopped  bt.c:40\n"
            "  !!  assertion fails  bt.c:40\n");
  EXPECT_EQ(explanation.finding.kind, "assertion");
  EXPECT_EQ(explanation.finding.message, "assertion failed: !stopped");
  EXPECT_EQ(explanation.finding.preemptions, 1u);
  EXPECT_EQ(explanation.finding.switches, 2u);
  EXPECT_EQ(explanation.finding.steps, 10u);
  EXPECT_EQ(explanation.finding.execution, 109u);
  ASSERT_EQ(explanation.finding.locations.size(), 1u);
  EXPECT_EQ(explanation.finding.locations[0].thread, "0");
  EXPECT_EQ(explanation.finding.locations[0].function, "BCSP_PnpAdd");
  EXPECT_EQ(explanation.finding.locations[0].line, 40u);
}

TEST(KissTrace, OfARaceHasBothAccesses) {
  const Table table = bluetooth_table();
  const auto explanation = explain(race_of_section_2_2(), table, "DEVICE_EXTENSION.stoppingFlag", kNoLines);
  const report::Finding& finding = explanation.finding;
  EXPECT_EQ(finding.message, "DEVICE_EXTENSION.stoppingFlag is written by 0.1 and read by 0, unordered");
  EXPECT_EQ(finding.variable, "DEVICE_EXTENSION.stoppingFlag");
  ASSERT_EQ(finding.locations.size(), 2u);
  EXPECT_EQ(finding.locations[0].line, 30u);
  EXPECT_EQ(finding.locations[1].line, 52u);
  EXPECT_EQ(finding.locations[1].thread, "0.1");
  EXPECT_EQ(table_of(explanation),
            "      0                         0.1\n"
            "      main                      BCSP_PnpStop\n"
            "   1  write e->pendingIo  bt.c:70\n"
            "   2  create 0.1  bt.c:74\n"
            "  !!  |                         write e->stoppingFlag, unordered with 0  bt.c:52\n"
            "  !!  read e->stoppingFlag, unordered with 0.1  bt.c:30\n");
  EXPECT_EQ(finding.preemptions, 0u);
}

TEST(KissTrace, OfADeadlockTellsWhoWaitsForWhat) {
  Table table = bluetooth_table();
  table.statements[7].shown = "pthread_mutex_lock(&a)";
  table.statements[2].shown = "pthread_mutex_lock(&b)";
  Failure failure;
  failure.kind = "deadlock";
  failure.events = {{0, 0}, {0, 2}, {1, 7}, {1, -8}, {0, 1}, {0, -3}};
  const report::Finding finding = explain(failure, table, "", kNoLines).finding;
  EXPECT_EQ(finding.message, "0 waits for b; 0.1 waits for a");
  EXPECT_EQ(finding.preemptions, 1u);  // at the creation; the other switch is one from a thread that blocks
  ASSERT_EQ(finding.locations.size(), 2u);
  EXPECT_EQ(finding.locations[0].waits_for, "b");
}

TEST(KissTrace, NamesThreadsByWhoCreatedThem) {
  const Table table = bluetooth_table();
  Failure failure;
  failure.kind = "assertion";
  failure.events = {{0, 0}, {0, 2}, {1, 0}, {1, 2}, {0, 0}, {0, 2}, {3, 1}};
  const ConcurrentTrace trace = read_trace(failure, table);
  EXPECT_EQ(trace.threads, (std::vector<std::string>{"0", "0.1", "0.1.1", "0.2"}));
  EXPECT_EQ(trace.failing_thread, 3u);
}

TEST(KissTrace, WhoRanBelowFailsOnceTheOtherHasEnded) {
  const Table table = bluetooth_table();
  Failure failure;
  failure.kind = "crash";
  failure.signal = 11;
  failure.events = {{0, 1}, {0, 0}, {0, 2}, {1, 7}, {1, kEnded}};
  EXPECT_EQ(read_trace(failure, table).failing_thread, 0u);
  EXPECT_EQ(explain(failure, table, "", kNoLines).finding.message, "signal 11 (Segmentation fault)");
}

TEST(KissTrace, OfManyStepsIsShownWithoutItsMiddle) {
  const Table table = bluetooth_table();
  Failure failure;
  failure.kind = "assertion";
  for (int i = 0; i < 500; ++i) failure.events.push_back({0, i % 2 == 0 ? 1 : 3});
  const report::Explanation explanation = explain(failure, table, "", kNoLines);
  EXPECT_EQ(explanation.finding.steps, 500u);
  EXPECT_EQ(explanation.interleaving.rows.size(), 202u);  // 40, a gap, 160, the failure
  EXPECT_EQ(explanation.interleaving.rows[40].text, "300 more rows");
}

TEST(KissTrace, LeavesOutWhatTheTableDoesNotHave) {
  const Table table = bluetooth_table();
  Failure failure;
  failure.kind = "assertion";
  failure.events = {{0, 1}, {7, 1}, {-1, 1}, {0, 99}, {0, -99}};
  EXPECT_EQ(read_trace(failure, table).steps.size(), 1u);
}

}  // namespace
}  // namespace stalemate::kiss

#include "report/text/text.h"

#include <gtest/gtest.h>

#include <sstream>

#include "cases.h"
#include "report/layout_text.h"
#include "report/text/summary.h"

namespace stalemate::report {
namespace {

using namespace stalemate::testing;

TEST(Text, TableStaysWithinTheWidth) {
  for (const std::uint32_t width : {100u, 120u, 160u}) {
    for (std::uint16_t threads = 2; threads <= 12; ++threads) {
      Style style;
      style.width = width;
      std::istringstream lines(render_interleaving(explained(crowd_log(threads), 1).interleaving, style));
      for (std::string line; std::getline(lines, line);) EXPECT_LE(display_width(line), width) << line;
    }
  }
}

TEST(Text, IsAsciiWhenAsked) {
  Style style;
  style.unicode = false;
  for (const char c : render_finding(explained(long_log(), 1), style)) EXPECT_GE(c, 0);
}

TEST(Text, HasNoEscapesUnlessColored) {
  Style style;
  EXPECT_EQ(render_finding(explained(deadlock_log(), 1), style).find('\x1b'), std::string::npos);
  style.color = true;
  EXPECT_NE(render_finding(explained(deadlock_log(), 1), style).find('\x1b'), std::string::npos);
}

TEST(Text, OfSlowExecutionsIsNeverZeroPerSecond) {
  EXPECT_EQ(rate_text(12345.9), "12,345 executions/s");
  EXPECT_EQ(rate_text(7.46), "7.5 executions/s");
  EXPECT_EQ(rate_text(0.4), "0.4 executions/s");
  EXPECT_EQ(rate_text(0.04), "25 s per execution");
  EXPECT_EQ(rate_text(0), "0 executions/s");
}

TEST(Text, SaysWhatTimeEnded) {
  Explanation explanation = explained(deadlock_log(), 1);
  EXPECT_EQ(render_finding(explanation, Style{}).find("minimised"), std::string::npos);
  explanation.finding.minimised = false;
  EXPECT_NE(render_finding(explanation, Style{}).find("\nNot minimised to the end: the time was up.\n"),
            std::string::npos);
  explanation.finding.repeated = false;
  EXPECT_NE(render_finding(explanation, Style{}).find("\nNot repeated and not minimised: "),
            std::string::npos);
}

TEST(Text, PrintsOneLineToCopy) {
  Explanation explanation = explained(deadlock_log(), 1);
  explanation.finding.schedule = "out/my test/3f2a.sched";
  const std::string text = render_finding(explanation, Style{});
  const std::size_t at = text.find("stalemate replay 'out/my test/3f2a.sched'\n");
  ASSERT_NE(at, std::string::npos) << text;
  EXPECT_EQ(text.find("stalemate replay", at + 1), std::string::npos);
}

TEST(Text, SaysNothingOfAPlaceThatNobodyKnows) {
  Explanation explanation = explained(deadlock_log(), 1);
  explanation.interleaving.rows.clear();
  Location nowhere;
  nowhere.thread = "0";
  explanation.finding.kind = "exit-code";
  explanation.finding.locations = {nowhere};
  const std::string text = render_finding(explanation, Style{});
  EXPECT_EQ(text.find("unknown place"), std::string::npos) << text;
  EXPECT_EQ(text.find("\n\n\n"), std::string::npos) << text;
}

TEST(Summary, SaysWhichLimitToRaise) {
  RunResult result = clean_result();
  EXPECT_NE(render_summary(result, Style{}).find("--preemptions 3"), std::string::npos);
  result.coverage = "partial";
  result.limit = "time";
  EXPECT_NE(render_summary(result, Style{}).find("raise --time"), std::string::npos);
  result.coverage = "complete";
  result.limit.reset();
  EXPECT_EQ(render_summary(result, Style{}).find("next:"), std::string::npos);
}

TEST(Summary, SaysWhatFailuresAreLeftOnlyWhereThatIsKnown) {
  const std::string promise = "any failure that is left needs at least ";
  const auto promises = [&promise](const RunResult& result) {
    return render_summary(result, Style{}).find(promise) != std::string::npos;
  };
  RunResult result = clean_result();
  EXPECT_NE(render_summary(result, Style{}).find(promise + "3 preemptions\n"), std::string::npos);
  result.bound.completed = 0;
  EXPECT_NE(render_summary(result, Style{}).find(promise + "1 preemption\n"), std::string::npos);
  EXPECT_FALSE(promises(bug_result()));
  for (const char* coverage : {"complete", "partial"}) {
    result = clean_result();
    result.coverage = coverage;
    EXPECT_FALSE(promises(result)) << coverage;
  }
  result = clean_result();
  result.bound.kind = "delays";
  EXPECT_FALSE(promises(result)) << "a bug that needs three delays may need one preemption";
  result = clean_result();
  result.whole_executions = false;
  EXPECT_FALSE(promises(result)) << "what comes after the depth was not seen";
  result = clean_result();
  result.exact = false;
  EXPECT_FALSE(promises(result)) << "classes were not met at their least bound";
}

TEST(Summary, NeverClaimsABoundThatWasNotCompleted) {
  RunResult result = clean_result();
  result.coverage = "partial";
  result.bound.completed.reset();
  result.limit = "executions";
  const std::string text = render_summary(result, Style{});
  EXPECT_EQ(text.find("every execution"), std::string::npos) << text;
}

TEST(Summary, ClaimsNoMoreThanWasControlled) {
  RunResult result = clean_result();
  result.coverage = "partial";
  result.uncontrolled = {{"system call: syscall(271)", "a.cc:1 in f", "system-call", "syscall(271)"}};
  std::string text = render_summary(result, Style{});
  EXPECT_NE(text.find("every execution with at most 2 preemptions, of what was controlled ("),
            std::string::npos)
      << text;
  EXPECT_EQ(text.find("some beyond"), std::string::npos) << text;
  EXPECT_NE(text.find("Not controlled:\n    system call: syscall(271) at a.cc:1 in f\n"), std::string::npos);
  result.exhausted = true;
  EXPECT_NE(render_summary(result, Style{}).find("every execution there is, of what was controlled"),
            std::string::npos);
  result.uncontrolled[0].weakens = false;
  EXPECT_EQ(render_summary(result, Style{}).find("of what was controlled"), std::string::npos);
  result.uncontrolled_overflow = true;
  text = render_summary(result, Style{});
  EXPECT_NE(text.find("of what was controlled"), std::string::npos) << text;
  EXPECT_NE(text.find("and more than could be kept"), std::string::npos) << text;
}

TEST(LayoutText, CountsCodePointsAndMarksWhatIsCut) {
  Style style;
  EXPECT_EQ(display_width("añ…"), 3u);
  EXPECT_EQ(fit("abcdef", 4, style), "abc…");
  EXPECT_EQ(fit("abcd", 4, style), "abcd");
  EXPECT_EQ(fit("a\tb\n", 9, style), "a b ");
  EXPECT_EQ(fit("äöüß", 2, style), "ä…");
  EXPECT_EQ(fit("abc", 0, style), "");
  EXPECT_EQ(grouped(1234567), "1,234,567");
  EXPECT_EQ(grouped(123), "123");
  EXPECT_EQ(shell_quoted("it's"), "'it'\\''s'");
}

}  // namespace
}  // namespace stalemate::report

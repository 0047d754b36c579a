// The paper's verdicts counted against the exact ones.
#include <gtest/gtest.h>

#include "oracle.h"
#include "paper_traces.h"

namespace stalemate::predict::paper {
namespace {

TEST(PaperCompare, CountsFalseAlarmsAboutTripletsAndReads) {
  const Comparison comparison = compare(trace_of("0 w(x); 1 w(x); 0 r(x); 0 r(x)"));
  EXPECT_EQ(comparison.triplets, 4u);
  // The last read cannot see the first write; the one before cannot see the initial value, which for the
  // paper only has to come before it.
  EXPECT_EQ(comparison.false_alarms, 2u);
  EXPECT_EQ(comparison.misses, 0u);
  EXPECT_EQ(comparison.reads, 2u);
  // The first read could see the first write, the last one only what the first one saw.
  EXPECT_EQ(comparison.false_reads, 1u);
}

TEST(PaperCompare, CountsAMissAboutATripletAndItsRead) {
  const Comparison comparison =
      compare(trace_of("0 r(y); 0 acq(l); 0 w(x); 0 rel(l); 1 acq(l); 1 w(y); 1 r(x); 1 rel(l)"));
  EXPECT_EQ(comparison.triplets, 2u);
  EXPECT_EQ(comparison.wrong(), 1u);
  EXPECT_EQ(comparison.misses, 1u);
  EXPECT_EQ(comparison.missed_reads, 1u);
}

TEST(PaperCompare, CountsAsAllInterleavingsDo) {
  std::mt19937 random(3);
  std::uint64_t triplets = 0, wrong = 0;
  for (const Family& family : kFamilies)
    for (int at = 0; at < 150; ++at) {
      const trace::EventTrace trace = random_trace(family, random);
      const auto seen = predict_test::all_seen(trace);
      std::uint64_t alarms = 0, misses = 0;
      const auto witnesses = witnesses_of(trace, Way::kAsWritten);
      for (std::size_t first = 0; first < witnesses.size(); first += kCases) {
        bool said = false;
        for (std::size_t each = first; each < first + kCases; ++each)
          said |= witnesses[each].verdict == Verdict::kFeasible;
        const bool is = seen.contains({witnesses[first].read, witnesses[first].challenger});
        alarms += said && !is;
        misses += is && !said;
      }
      const Comparison comparison = compare(trace);
      ASSERT_EQ(comparison.undecided, 0u);
      ASSERT_EQ(comparison.triplets, witnesses.size() / kCases);
      ASSERT_EQ(comparison.false_alarms, alarms) << predict_test::std_lines(trace);
      ASSERT_EQ(comparison.misses, misses) << predict_test::std_lines(trace);
      triplets += comparison.triplets;
      wrong += comparison.wrong();
    }
  EXPECT_GT(wrong, 0u);
  EXPECT_LT(wrong, triplets / 10);
}

}  // namespace
}  // namespace stalemate::predict::paper

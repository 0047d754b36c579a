#include "predict/replay_verdict.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "parsed_trace.h"

namespace stalemate::predict {
namespace {

using ::testing::HasSubstr;

// Thread 1 reads last, after the events of the witness that are numbered here.
const trace::EventTrace kRecorded = trace_of("0|w(x)|1\n0|w(x)|2\n1|w(y)|3\n1|r(x)|4\n");

ReplayVerdict judge(const std::string& repeated, const std::vector<std::size_t>& events,
                    std::int64_t challenger) {
  return judge_replay(kRecorded, trace_of(repeated), events, challenger);
}

TEST(ReplayVerdict, IsShownWhereTheReadSawTheChallenger) {
  EXPECT_TRUE(judge("0|w(x)|1\n1|w(y)|3\n1|r(x)|4\n0|w(x)|2\n", {0, 2, 3}, 0).shown);
  EXPECT_TRUE(judge("1|w(y)|3\n1|r(x)|4\n0|w(x)|1\n0|w(x)|2\n", {2, 3}, kInitial).shown);
}

TEST(ReplayVerdict, IsNotShownWhereItSawAnother) {
  const std::string both = "0|w(x)|1\n0|w(x)|2\n1|w(y)|3\n1|r(x)|4\n";
  const ReplayVerdict first = judge(both, {0, 2, 3}, 0);
  EXPECT_FALSE(first.shown);
  EXPECT_THAT(first.why_not, HasSubstr("it saw the write at 2"));
  EXPECT_FALSE(judge(both, {2, 3}, kInitial).shown);
  // A write that is no part of the witness is not the challenger, whatever its number.
  EXPECT_FALSE(judge("2|w(x)|9\n1|w(y)|3\n1|r(x)|4\n", {2, 3}, 0).shown);
}

TEST(ReplayVerdict, SaysWhereTheProgramWentAnotherWay) {
  const ReplayVerdict elsewhere = judge("1|w(y)|7\n1|r(x)|4\n", {2, 3}, kInitial);
  EXPECT_FALSE(elsewhere.shown);
  EXPECT_THAT(elsewhere.why_not, HasSubstr("at event 1 of the schedule 1 was at 7, not at 3"));
  EXPECT_THAT(judge("1|r(y)|3\n1|r(x)|4\n", {2, 3}, kInitial).why_not, HasSubstr("did something else at 3"));
  EXPECT_THAT(judge("1|w(y)|3\n", {2, 3}, kInitial).why_not, HasSubstr("had ended before 4"));
}

// A compare-and-swap that failed may succeed now.
TEST(ReplayVerdict, LetsTheReadItselfDoAnotherThing) {
  EXPECT_TRUE(judge("1|w(y)|3\n1|u(x)|4\n", {2, 3}, kInitial).shown);
  EXPECT_FALSE(judge("1|u(y)|3\n1|r(x)|4\n", {2, 3}, kInitial).shown);
}

TEST(ReplayVerdict, IsNotShownWhereTheReadHadAnotherValueThanWasPredicted) {
  auto repeated = trace_of("0|w(x)|1\n1|w(y)|3\n1|r(x)|4\n");
  repeated.has_values = true;
  for (const std::size_t access : {0, 2}) repeated.events[access].value = 5;
  EXPECT_TRUE(judge_replay(kRecorded, repeated, {0, 2, 3}, 0, 5).shown);
  const ReplayVerdict other = judge_replay(kRecorded, repeated, {0, 2, 3}, 0, 4);
  EXPECT_FALSE(other.shown);
  EXPECT_THAT(other.why_not, HasSubstr("it read 5, not 4"));
  // Nor where it did not read what the challenger left in this very execution.
  repeated.events[2].value = 6;
  EXPECT_FALSE(judge_replay(kRecorded, repeated, {0, 2, 3}, 0).shown);
}

TEST(ReplayVerdict, DoesNotWaitForWritesThatWereNotSeen) {
  auto recorded = trace_of("0|w(x)|1\n1|w(y)|3\n1|w(x)|3\n1|r(x)|4\n");
  recorded.events[2].unseen = true;
  const auto repeated = trace_of("0|w(x)|1\n1|w(y)|3\n1|r(x)|4\n");
  EXPECT_TRUE(judge_replay(recorded, repeated, {0, 1, 2, 3}, 0).shown);
}

}  // namespace
}  // namespace stalemate::predict

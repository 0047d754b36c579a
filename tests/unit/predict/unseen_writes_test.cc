#include "predict/unseen_writes.h"

#include <gtest/gtest.h>

#include "parsed_trace.h"

namespace stalemate::predict {
namespace {

// Text of events, and the value of each access in its order.
trace::EventTrace trace_with(const std::string& text, const std::vector<std::uint64_t>& values) {
  trace::EventTrace trace = trace_of(text);
  trace.has_values = true;
  EXPECT_EQ(trace.events.size(), values.size());
  for (std::size_t i = 0; i < trace.events.size(); ++i) trace.events[i].value = values[i];
  return trace;
}

TEST(UnseenWrites, AreShownByAReadOfAnotherValueThanTheLastWriteLeft) {
  const auto found = find_unseen_writes(trace_with("0|w(x)|1\n1|r(x)|2\n1|r(x)|3\n", {1, 2, 2}));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].event, 1u);
  EXPECT_EQ(found[0].expected, 1u);
}

TEST(UnseenWrites, AreShownByTwoReadsOfTheInitialValue) {
  const auto found = find_unseen_writes(trace_with("0|r(x)|1\n1|r(x)|2\n", {0, 5}));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].event, 1u);
}

TEST(UnseenWrites, AreNoneWhereValuesAgree) {
  EXPECT_TRUE(find_unseen_writes(trace_with("0|r(x)|1\n0|w(x)|2\n1|r(x)|3\n", {0, 4, 4})).empty());
}

TEST(UnseenWrites, AreNoneWhereTheTraceDoesNotKnow) {
  auto trace = trace_with("0|w(x)|1\n1|r(x)|2\n", {1, 2});
  trace.events[0].unknown = true;
  EXPECT_TRUE(find_unseen_writes(trace).empty());
  trace.events[0].unknown = false;
  trace.has_values = false;
  EXPECT_TRUE(find_unseen_writes(trace).empty());
}

TEST(UnseenWrites, AreNamedWhereTheRecorderNoticedThemInSharedMemory) {
  auto trace = trace_with("0|w(x)|1\n0|w(x)|1\n1|r(x)|2\n", {1, 2, 2});
  trace.events[1].unseen = true;
  const auto found = find_unseen_writes(trace);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].event, 1u);
  EXPECT_EQ(found[0].expected, 1u);
}

TEST(UnseenWrites, AreNotNamedWhereOneThreadHasTheMemoryForItself) {
  auto trace = trace_with("0|w(x)|1\n0|w(x)|1\n0|r(x)|2\n1|w(y)|3\n", {1, 2, 2, 0});
  trace.events[1].unseen = true;
  EXPECT_TRUE(find_unseen_writes(trace).empty());
}

TEST(UnseenWrites, AreNotNamedOnTheStackOfTheThreadItself) {
  auto trace = trace_with("0|w(x@0)|1\n1|r(x@0)|1\n0|w(x@0)|2\n", {1, 1, 2});
  trace.events[2].unseen = true;
  EXPECT_TRUE(find_unseen_writes(trace).empty());
  trace.events[2].thread = 1;
  EXPECT_EQ(find_unseen_writes(trace).size(), 1u);
}

}  // namespace
}  // namespace stalemate::predict

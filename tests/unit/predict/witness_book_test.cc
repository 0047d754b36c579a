#include "predict/witness_book.h"

#include <gtest/gtest.h>

#include "parsed_trace.h"

namespace stalemate::predict {
namespace {

Triplet feasible(std::size_t read, std::int64_t writer, std::int64_t challenger) {
  return {read, writer, challenger, Verdict::kFeasible, Reason::kNone};
}

TEST(WitnessBook, GroupsByPlacesAndKeepsNoMoreThanItMay) {
  const auto trace = trace_of("0|w(x)|1\n0|w(x)|1\n0|w(x)|1\n1|r(x)|2\n1|r(x)|2\n1|r(x)|3\n");
  WitnessBook book(trace, {-1, -1, -1, 2, 2, 2}, {2, 10, 1});
  for (const std::size_t read : {3u, 4u})
    for (const std::int64_t challenger : {0, 1}) book.take(feasible(read, 2, challenger));
  book.take(feasible(5, 2, kInitial));
  book.take({5, 2, 0, Verdict::kInfeasible, Reason::kOverwritten});
  ASSERT_EQ(book.groups().size(), 2u);
  EXPECT_EQ(book.groups()[0].witnesses, 4u);
  EXPECT_EQ(book.groups()[0].reads, 2u);
  EXPECT_EQ(book.groups()[0].candidates.size(), 1u);
  EXPECT_EQ(book.groups()[1].witnesses, 1u);
  EXPECT_EQ(book.listed().size(), 2u);
  EXPECT_EQ(book.open_reads(), 3u);
}

TEST(WitnessBook, TellsVariablesApartWhereThereAreNoPlaces) {
  const auto trace = trace_of("0|w(x)|1\n0|w(y)|1\n1|r(x)|1\n1|r(y)|1\n");
  WitnessBook book(trace, {-1, -1, 0, 1}, {});
  book.take(feasible(2, 0, kInitial));
  book.take(feasible(3, 1, kInitial));
  EXPECT_EQ(book.groups().size(), 2u);
}

TEST(WitnessBook, KnowsTheInitialValueFromAReadThatSawIt) {
  auto trace = trace_of("1|r(x)|1\n0|w(x)|2\n1|r(x)|3\n0|w(y)|4\n1|r(y)|5\n");
  trace.has_values = true;
  trace.events[0].value = 7;
  trace.events[1].value = trace.events[2].value = 7;
  trace.events[3].value = trace.events[4].value = 1;
  WitnessBook book(trace, {-1, -1, 1, -1, 3}, {});
  EXPECT_EQ(book.value_of(kInitial, 0), 7u);
  EXPECT_EQ(book.value_of(kInitial, 1), std::nullopt);
  book.take(feasible(2, 1, kInitial));
  book.take(feasible(4, 3, kInitial));
  EXPECT_EQ(book.groups()[0].equal, 1u);
  EXPECT_EQ(book.groups()[1].equal, 0u);
}

TEST(WitnessBook, CountsWhatThereIsToAsk) {
  // Each read: the other write, and the initial value; the update: the write that it did not see, if it saw
  // the other.
  const Questions questions = questions_of(trace_of("0|w(x)|1\n1|w(x)|2\n1|r(x)|3\n1|u(x)|4\n1|r(y)|5\n"));
  EXPECT_EQ(questions.reads, 3u);
  EXPECT_EQ(questions.alternatives, 3u + 2u + 0u);
}

}  // namespace
}  // namespace stalemate::predict

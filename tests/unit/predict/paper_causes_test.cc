// Why the paper's verdicts are wrong, the smallest trace of each cause: what it says, and what is true when
// every interleaving is tried.
#include <gtest/gtest.h>

#include "paper_oracle.h"
#include "paper_traces.h"

namespace stalemate::predict::paper {
namespace {

struct Claim {
  std::string trace;
  std::size_t read;
  std::int64_t challenger;
  Case order;
};

void expect(const Claim& claim, bool said, bool is) {
  const auto trace = trace_of(claim.trace);
  const Witness witness = witness_of(trace, claim.read, claim.challenger, claim.order);
  EXPECT_EQ(witness.verdict == Verdict::kFeasible, said);
  EXPECT_EQ(witness, witness_of(trace, claim.read, claim.challenger, claim.order, Way::kAsWritten));
  EXPECT_EQ(is_feasible(trace, witness), is);
}

// Nothing keeps another write of the variable from between a writer and its reader.
TEST(PaperCauses, FalseAlarmSinceWritesMayComeBetweenAReadCouple) {
  expect({"0 w(x); 1 w(x); 0 r(x); 0 r(x)", 3, 0, Case::kWriterOverridden}, true, false);
}

// To forbid that for all reads of the trace would be wrong too: the second read need not happen.
TEST(PaperCauses, RightWhereALaterReadNeedNotHappen) {
  expect({"0 r(x); 0 r(x); 1 w(x)", 0, 2, Case::kWriterOverridden}, true, true);
}

// Thread 1 can stop inside its scope, before the read that orders the scopes.
TEST(PaperCauses, MissSinceEventsAfterTheWitnessInduceEdges) {
  expect({"0 r(y); 0 acq(l); 0 w(x); 0 rel(l); 1 acq(l); 1 w(y); 1 r(x); 1 rel(l)", 0, 5,
          Case::kWriterOverridden},
         false, true);
}

// The writer needs the lock, which the read's thread gives up only after the broken read.
TEST(PaperCauses, FalseAlarmSinceTheReadsThreadGoesOn) {
  const std::string trace = "0 acq(l); 0 w(x); 0 rel(l); 1 acq(l); 1 r(x); 1 rel(l)";
  expect({trace, 4, kInitial, Case::kReadBeforeWriter}, true, false);
  expect({trace, 4, kInitial, Case::kWithoutWriter}, true, true);
}

// w(y) has to happen, and then without w(x) the lock is never free.
TEST(PaperCauses, FalseAlarmSinceAScopeStaysHalfOpenWithoutTheWriter) {
  expect({"0 acq(l); 0 w(y); 0 w(x); 0 rel(l); 1 r(y); 1 acq(l); 1 r(x); 1 rel(l)", 6, kInitial,
          Case::kWithoutWriter},
         true, false);
}

// A wait that begins after the notification sleeps on; thread 2's read needs what thread 0 does then.
TEST(PaperCauses, FalseAlarmSinceANotificationMayBeLost) {
  expect({"0 acq(l); 0 w(x); 0 wait(c,l); 1 notify(c); 1 w(x); 0 wake(c,l); 0 w(y); 0 rel(l); 2 r(y); 2 r(x)",
          9, 1, Case::kWriterOverridden},
         true, false);
}

// The other notification would do as well.
TEST(PaperCauses, MissSinceAWaitMayEndByAnotherNotification) {
  expect({"0 acq(l); 0 wait(c,l); 1 r(x); 1 notify(c); 0 wake(c,l); 2 notify(c); 0 w(x); 0 rel(l)", 2, 6,
          Case::kWriterOverridden},
         false, true);
}

// A wait gives the lock up: kept as one scope it would exclude the other thread's.
TEST(PaperCauses, RightWhereAWaitSplitsItsScope) {
  expect({"0 acq(l); 0 w(x); 0 wait(c,l); 1 acq(l); 1 r(x); 1 notify(c); 1 rel(l); 0 wake(c,l); 0 w(x); 0 "
          "rel(l)",
          4, kInitial, Case::kWithoutWriter},
         true, true);
}

// Without an initial write there would be no challenger here.
TEST(PaperCauses, TheInitialValueIsAChallenger) {
  expect({"0 w(x); 1 r(x)", 1, kInitial, Case::kWithoutWriter}, true, true);
  expect({"0 r(x); 1 w(x)", 0, 1, Case::kWriterOverridden}, true, true);
  expect({"0 r(x); 1 w(x)", 0, 1, Case::kReadBeforeWriter}, false, false);
}

}  // namespace
}  // namespace stalemate::predict::paper

#include "campaign/rerun/failure.h"

#include <gtest/gtest.h>

#include <vector>

namespace stalemate::host {
namespace {

wire::Record record(wire::RecordKind kind, std::uint64_t object, std::uint32_t value = 0) {
  return {kind, OpKind::kLock, 0, value, object};
}

Failure failed(wire::Outcome outcome, std::vector<wire::Record> records, std::string_view text = "text") {
  wire::LogHeader header;
  header.outcome = outcome;
  return failure_of({&header, records, text});
}

wire::Record step() { return record(wire::RecordKind::kStep, 1); }
wire::Record frame(std::uint64_t pc, std::uint32_t depth = 0) {
  return record(wire::RecordKind::kFrame, pc, depth);
}

TEST(Failure, WithTheSameTextAtAnotherPlaceIsAnother) {
  const Failure a = failed(wire::Outcome::kAssertion, {step(), frame(100)});
  const Failure b = failed(wire::Outcome::kAssertion, {step(), frame(200)});
  const Failure c = failed(wire::Outcome::kAssertion, {step(), step(), frame(100)});
  EXPECT_FALSE(same_failure(a, b));
  EXPECT_NE(key_of(a), key_of(b));
  EXPECT_TRUE(same_failure(a, c));
  EXPECT_EQ(key_of(a), key_of(c));
}

TEST(Failure, IsTheSameInDetail) {
  const Failure quick = failed(wire::Outcome::kAbort, {step(), frame(100), frame(110, 1)});
  const Failure detailed =
      failed(wire::Outcome::kAbort, {step(), frame(7), frame(8, 1), frame(100), frame(110, 1)});
  EXPECT_TRUE(same_failure(quick, detailed));
}

TEST(Failure, OfACrashHasNoAddressInItsKey) {
  const Failure a = failed(wire::Outcome::kCrash, {frame(100)}, "access to address 0x10");
  const Failure b = failed(wire::Outcome::kCrash, {frame(100)}, "access to address 0x20");
  EXPECT_TRUE(same_failure(a, b));
  EXPECT_EQ(key_of(a), key_of(b));
}

TEST(Failure, WithoutAPlaceIsKnownByItsText) {
  const Failure known = failed(wire::Outcome::kCrash, {step(), frame(100)});
  const Failure unknown = failed(wire::Outcome::kCrash, {step()});
  EXPECT_EQ(unknown.place, 0u);
  EXPECT_TRUE(same_failure(known, unknown));
}

TEST(Failure, OfALoopHasNoPlace) { EXPECT_EQ(failed(wire::Outcome::kHang, {step(), frame(100)}).place, 0u); }

TEST(Failure, OfADeadlockIsWhatThreadsWaitForAndWhere) {
  const auto waits = [](std::uint64_t object, std::uint64_t pc, std::uint64_t caller) {
    std::vector<wire::Record> records{step(), record(wire::RecordKind::kBlocked, object), frame(pc)};
    if (caller != 0) records.push_back(frame(caller, 1));
    return failed(wire::Outcome::kDeadlock, records, "");
  };
  EXPECT_TRUE(same_failure(waits(1, 100, 0), waits(1, 100, 0)));
  EXPECT_FALSE(same_failure(waits(1, 100, 0), waits(2, 100, 0)));
  EXPECT_FALSE(same_failure(waits(1, 100, 0), waits(1, 200, 0)));
  EXPECT_FALSE(same_failure(waits(1, 100, 7), waits(1, 100, 8)));
  EXPECT_TRUE(same_failure(waits(1, 100, 7), waits(1, 100, 0)));
}

}  // namespace
}  // namespace stalemate::host

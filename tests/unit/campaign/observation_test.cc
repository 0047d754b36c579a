#include "campaign/findings/observation.h"

#include <gtest/gtest.h>

#include <vector>

namespace stalemate::host {
namespace {

constexpr std::uint64_t kAddress = 64;

wire::Record step(std::uint16_t thread, OpKind op, std::uint64_t object) {
  return {wire::RecordKind::kStep, op, thread, 0, object};
}

// A race at kAddress, after these steps.
bool met(std::vector<wire::Record> records) {
  records.push_back({wire::RecordKind::kRace, OpKind::kNone, 1, 4, kAddress});
  records.push_back({wire::RecordKind::kFrame, OpKind::kNone, 1, 0, 1000});
  const wire::LogHeader header;
  const LogView log{&header, records, {}};
  std::vector<Observation> observations = observations_of(log);
  find_meetings(log, observations);
  return observations.size() == 1 && observations[0].met;
}

TEST(Observation, IsOfThreadsThatMetWhereOneWaitedBeforeItsAccess) {
  EXPECT_TRUE(met({step(1, OpKind::kStart, 0), step(2, OpKind::kStart, 0),
                   step(2, OpKind::kPlainStore, kAddress), step(1, OpKind::kPlainLoad, kAddress)}));
}

TEST(Observation, IsNotOfThreadsThatMetWhereAStepLiesBetween) {
  EXPECT_FALSE(
      met({step(1, OpKind::kStart, 0), step(2, OpKind::kStart, 0), step(2, OpKind::kPlainStore, kAddress),
           step(1, OpKind::kLock, 8), step(1, OpKind::kPlainLoad, kAddress)}));
  EXPECT_FALSE(met({step(2, OpKind::kStart, 0), step(2, OpKind::kPlainStore, kAddress),
                    step(1, OpKind::kStart, 0), step(1, OpKind::kPlainLoad, kAddress)}));
}

TEST(Observation, IsNotOfThreadsThatMetWhereTheyDoNotConflict) {
  EXPECT_FALSE(met({step(1, OpKind::kStart, 0), step(2, OpKind::kStart, 0),
                    step(2, OpKind::kPlainLoad, kAddress), step(1, OpKind::kPlainLoad, kAddress)}));
  EXPECT_FALSE(met({step(1, OpKind::kStart, 0), step(2, OpKind::kStart, 0), step(2, OpKind::kStore, kAddress),
                    step(1, OpKind::kStore, kAddress)}));
  EXPECT_FALSE(met({step(1, OpKind::kStart, 0), step(2, OpKind::kStart, 0),
                    step(2, OpKind::kPlainStore, kAddress + 8), step(1, OpKind::kPlainLoad, kAddress)}));
}

}  // namespace
}  // namespace stalemate::host

#include "campaign/findings/atomic_survey.h"

#include <gtest/gtest.h>

#include "model/wire/layout.h"

namespace stalemate::host {
namespace {

constexpr std::uint64_t kGlobal = 0x555555560000, kHeap = layout::kHeapRegion + 64;
constexpr std::uint64_t kStack = layout::kStackRegion + 2 * layout::kStackStride - 64;

class Next : public explore::Observer {
 public:
  explore::Next on_execution(const explore::Execution&) override { return answer; }
  explore::Next answer = explore::Next::kGoOn;
};

struct Log {
  wire::LogHeader header;
  std::vector<wire::Record> records;

  explicit Log(std::uint64_t item) { header.item = item; }
  void steps(std::uint16_t thread, std::uint64_t address, int count, OpKind op = OpKind::kRmw) {
    for (int n = 0; n < count; ++n) records.push_back({wire::RecordKind::kStep, op, thread, 0, address});
  }
  LogView view() const { return {&header, records, {}}; }
  explore::Execution emitted() const {
    explore::Execution execution;
    execution.header = &header;
    return execution;
  }
};

// 20 operations of one thread, and one of each of two threads on the given addresses.
Log first_execution(std::initializer_list<std::uint64_t> shared) {
  Log log(1);
  log.steps(1, kGlobal + 64, 20);
  for (const std::uint64_t address : shared)
    for (int thread = 1; thread <= 2; ++thread) log.steps(static_cast<std::uint16_t>(thread), address, 1);
  return log;
}

TEST(AtomicSurvey, EndsTheSearchAfterAFirstExecutionWithManyPrivateOperations) {
  Next next;
  AtomicSurvey survey(next, true);
  Log other(2), log = first_execution({kGlobal + 8, kGlobal + 4, kStack});
  EXPECT_TRUE(survey.wants_logs());
  survey.arrived(other.view());
  survey.arrived(log.view());
  EXPECT_EQ(survey.on_execution(log.emitted()), explore::Next::kStop);
  EXPECT_TRUE(survey.found_private());
  EXPECT_TRUE(survey.decided());
  EXPECT_EQ(survey.shared(), (std::vector<std::uint64_t>{kGlobal + 4, kGlobal + 8, kStack}));
  EXPECT_FALSE(survey.wants_logs());
}

TEST(AtomicSurvey, NamesNoWordWhoseAddressMayChange) {
  Next next;
  AtomicSurvey survey(next, true);
  const Log log = first_execution({kHeap, 0x7ffffffde000, kGlobal});
  survey.arrived(log.view());
  EXPECT_EQ(survey.on_execution(log.emitted()), explore::Next::kStop);
  EXPECT_EQ(survey.shared(), (std::vector<std::uint64_t>{kGlobal}));
}

TEST(AtomicSurvey, LetsTheSearchContinueIfThereAreFew) {
  Next next;
  AtomicSurvey survey(next, true);
  Log log(1);
  log.steps(1, kGlobal + 64, 15);
  log.steps(2, kGlobal + 64 + 256, 100, OpKind::kLock);
  log.steps(2, kGlobal + 512, 100, OpKind::kPlainStore);
  log.steps(1, kGlobal, 50);
  log.steps(2, kGlobal, 50);
  survey.arrived(log.view());
  EXPECT_EQ(survey.on_execution(log.emitted()), explore::Next::kGoOn);
  EXPECT_FALSE(survey.found_private());
  EXPECT_TRUE(survey.decided());
}

TEST(AtomicSurvey, DecidesNothingWhereTheFirstExecutionEndsTheSearch) {
  Next next;
  next.answer = explore::Next::kStop;
  AtomicSurvey survey(next, true);
  const Log log = first_execution({});
  survey.arrived(log.view());
  EXPECT_EQ(survey.on_execution(log.emitted()), explore::Next::kStop);
  EXPECT_FALSE(survey.decided());
  EXPECT_FALSE(survey.found_private());
}

TEST(AtomicSurvey, OnlyPassesOnWhatItDoesNotDecide) {
  Next next;
  AtomicSurvey survey(next, false);
  const Log log = first_execution({});
  survey.arrived(log.view());
  EXPECT_FALSE(survey.wants_logs());
  EXPECT_EQ(survey.on_execution(log.emitted()), explore::Next::kGoOn);
  EXPECT_FALSE(survey.found_private());
}

}  // namespace
}  // namespace stalemate::host

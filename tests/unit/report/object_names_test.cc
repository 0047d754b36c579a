#include "report/object_names.h"

#include <gtest/gtest.h>

#include "cases.h"

namespace stalemate::report {
namespace {

using namespace stalemate::testing;

constexpr std::uint64_t kStackOfMain = layout::kStackRegion + 0x7000;
constexpr std::uint64_t kHeapOfFirst = layout::kHeapRegion + layout::kHeapStride + 0x40;

TEST(ObjectNames, NumbersAnonymousObjectsByFirstAppearance) {
  LogBuilder log;
  log.step(0, OpKind::kStart).create(0, 1, 1).step(0, OpKind::kLock, kStackOfMain);
  log.step(1, OpKind::kLock, kHeapOfFirst)
      .step(1, OpKind::kLoad, kHeapOfFirst + 64)
      .step(1, OpKind::kLock, kA);
  const FakeSource source = bank_source();
  const trace::Execution execution = trace::read_execution(log.view());
  const ObjectNames names(execution, source);
  EXPECT_EQ(names.object(OpKind::kLock, kStackOfMain), "mutex#1 (stack of 0)");
  EXPECT_EQ(names.object(OpKind::kUnlock, kHeapOfFirst), "mutex#2 (heap of 0.1)");
  EXPECT_EQ(names.object(OpKind::kLoad, kHeapOfFirst + 64), "atomic#1 (heap of 0.1)");
  EXPECT_EQ(names.object(OpKind::kLock, kA), "bank.a");
  EXPECT_EQ(names.object(OpKind::kJoin, 1), "0.1");
  EXPECT_EQ(names.object(OpKind::kYield, 0), "");
}

TEST(ObjectNames, NamesLocalsFromTheFramesOfTheirThread) {
  LogBuilder log;
  log.step(0, OpKind::kStart);
  log.step(0, OpKind::kCreate, 1, 1);
  // The frame's canonical address, 0x8000 into the stack of main, in the upper bits.
  log.add({wire::RecordKind::kFrame, OpKind::kNone, 0, 0x8000u << 8, 0x10}).enabled(1);
  log.step(1, OpKind::kLock, kStackOfMain);
  FakeSource source = bank_source();
  source.local(layout::kStackRegion + 0x8000, kStackOfMain, "guard");
  const trace::Execution execution = trace::read_execution(log.view());
  EXPECT_EQ(ObjectNames(execution, source).object(OpKind::kLock, kStackOfMain), "guard");
}

// Counts how often it is asked; knows no local.
class Counting final : public symbolize::SourceMap {
 public:
  std::vector<symbolize::Frame> frames(std::uint64_t) const override { return {}; }
  std::string global(std::uint64_t) const override { return {}; }
  std::string local(std::uint64_t, std::uint64_t, std::uint64_t) const override { return ++asked, ""; }
  mutable int asked = 0;
};

TEST(ObjectNames, AsksOfEachLocalOnceForEachFrame) {
  LogBuilder log;
  log.step(0, OpKind::kStart);
  for (unsigned n = 0; n < 300; ++n) {
    log.step(0, OpKind::kStore, kStackOfMain + n % 10 * 8);
    log.add({wire::RecordKind::kFrame, OpKind::kNone, 0, 0x8000u << 8, 0x10});
  }
  const trace::Execution execution = trace::read_execution(log.view());
  const Counting source;
  EXPECT_EQ(ObjectNames(execution, source).object(OpKind::kStore, kStackOfMain), "atomic#1 (stack of 0)");
  EXPECT_EQ(source.asked, 10);
}

TEST(ObjectNames, SkipsSystemFrames) {
  const FakeSource source = bank_source();
  const trace::Execution execution;
  const ObjectNames names(execution, source);
  EXPECT_EQ(names.place({{0x20, 0}}), "bank.cc:10");
  EXPECT_EQ(names.place({{0x99, 0}, {0x12, 0}}), "bank.cc:42");
  EXPECT_EQ(names.place({{0x99, 0}}), "");
}

}  // namespace
}  // namespace stalemate::report

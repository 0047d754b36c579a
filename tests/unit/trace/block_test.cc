#include "trace/block.h"

#include <gtest/gtest.h>

#include "log_builder.h"
#include "model/wire/layout.h"

namespace stalemate::trace {
namespace {

using stalemate::testing::LogBuilder;
using wire::RecordKind;

constexpr std::uint64_t kFirst = layout::kHeapRegion + 0x20, kSecond = layout::kHeapRegion + 0x80;

// Main allocates two blocks of 64 and 16 bytes, thread 1 frees the first.
LogBuilder two_blocks() {
  LogBuilder log;
  log.enabled(0).step(0, OpKind::kStart);
  log.block(0, kFirst, 64).frames(0, {0x10, 0x11});
  log.block(0, kSecond, 16).frames(0, {0x12});
  log.create(0, 1, 1).frames(0, {0x13}).step(1, OpKind::kStart);
  log.block(1, kFirst, 64 | wire::kBlockEnds).frames(1, {0x20, 0x21});
  return log;
}

TEST(Block, KnowsWhoBeganAndEndedIt) {
  LogBuilder log = two_blocks();
  log.ends(wire::Outcome::kFinished);
  const Execution execution = read_execution(log.view());
  ASSERT_EQ(execution.blocks.size(), 2u);
  const Block& block = execution.blocks[0];
  EXPECT_EQ(block.bytes, 64u);
  EXPECT_EQ(block.begun.thread, 0u);
  EXPECT_EQ(block.begun.stack.size(), 2u);
  ASSERT_TRUE(block.ended);
  EXPECT_EQ(block.ended->thread, 1u);
  EXPECT_EQ(block.ended->stack.front().pc, 0x20u);
  EXPECT_EQ(block.ended->after, 3u);
  EXPECT_FALSE(execution.blocks[1].ended);
}

TEST(Block, IsFoundByAnAddressInsideOrBesideIt) {
  LogBuilder log = two_blocks();
  const Execution execution = read_execution(log.view());
  EXPECT_EQ(find_block(execution, kFirst + 63)->address, kFirst);
  EXPECT_EQ(find_block(execution, kFirst - 8)->address, kFirst);
  EXPECT_EQ(find_block(execution, kFirst + 64)->address, kFirst);
  EXPECT_EQ(find_block(execution, kSecond - 1)->address, kSecond);
  EXPECT_EQ(find_block(execution, kSecond + 900)->address, kSecond);
  EXPECT_EQ(find_block(Execution{}, kFirst), nullptr);
}

TEST(Block, IsTheLatestThatHadBegunByThen) {
  LogBuilder log = two_blocks();
  log.access(RecordKind::kAccess, 1, kSecond, 4).frames(1, {0x30});
  log.block(1, kFirst, 48).frames(1, {0x31});
  const Execution execution = read_execution(log.view());
  EXPECT_EQ(find_block(execution, kFirst)->bytes, 48u);
  EXPECT_EQ(find_block(execution, kFirst, execution.accesses[0].order)->bytes, 64u);
}

TEST(Fault, LeavesTheFramesToTheFailure) {
  LogBuilder log = two_blocks();
  log.access(RecordKind::kFault, 0, kFirst + 8, 4 | wire::kAccessWrites | 1u << 16);
  log.frames(0, {0x40, 0x41}).ends(wire::Outcome::kUseAfterFree, 0);
  const Execution execution = read_execution(log.view());
  ASSERT_TRUE(execution.fault);
  EXPECT_EQ(execution.fault->bytes, 4u);
  EXPECT_TRUE(execution.fault->writes);
  EXPECT_EQ(execution.fault->earlier_thread, 1u);
  EXPECT_EQ(execution.failing_stack.size(), 2u);
  EXPECT_EQ(block_of_fault(execution)->address, kFirst);
  EXPECT_FALSE(frees(execution, *block_of_fault(execution)));
}

TEST(Fault, HasTheLastAccessThatAFreeIsUnorderedWith) {
  LogBuilder log = two_blocks();
  log.access(RecordKind::kAccess, 1, kSecond, 4).frames(1, {0x30});
  log.access(RecordKind::kAccess, 1, kSecond + 8, 4).frames(1, {0x31});
  log.access(RecordKind::kAccess, 0, kSecond, 4).frames(0, {0x32});
  log.access(RecordKind::kFault, 0, kSecond, 16 | wire::kAccessWrites | 1u << 16);
  log.frames(0, {0x40}).ends(wire::Outcome::kUseAfterFree, 0);
  const Execution execution = read_execution(log.view());
  EXPECT_TRUE(frees(execution, *block_of_fault(execution)));
  const auto access = access_before_free(execution, *execution.fault);
  ASSERT_TRUE(access);
  EXPECT_EQ(access->stack[0].pc, 0x31u);
}

TEST(Leak, HasItsBlockAndWhatLiesBeyond) {
  LogBuilder log = two_blocks();
  log.leak(0, kSecond, 16).frames(0, {0x12}).datum(0, 300).ends(wire::Outcome::kFinished);
  const Execution execution = read_execution(log.view());
  ASSERT_EQ(execution.leaks.size(), 1u);
  EXPECT_EQ(execution.leaks[0].beyond, 300u);
  EXPECT_FALSE(execution.points.back().datum);
  EXPECT_EQ(block_of(execution, execution.leaks[0])->address, kSecond);
  EXPECT_EQ(block_of(execution, Leak{0, kFirst, 64, 0, {}}), nullptr);
}

}  // namespace
}  // namespace stalemate::trace

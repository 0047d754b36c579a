#include "worker/channel.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <new>

namespace stalemate::host {
namespace {

explore::WorkItem item(std::uint64_t id, std::size_t deviations = 0) {
  explore::WorkItem result;
  result.id = ItemId{id};
  for (std::size_t n = 0; n < deviations; ++n)
    result.deviations.push_back({static_cast<std::uint32_t>(n), static_cast<std::uint32_t>(7 + n)});
  return result;
}

// The worker's side, by hand.
class ChannelTest : public ::testing::Test {
 protected:
  ChannelTest() : channel_(std::move(*Channel::create(wire::Config{}, RingSizes{4096, 4096}))) {}

  wire::Channel& shared() { return channel_.shared(); }

  wire::LogHeader& begin_log(std::uint64_t id) {
    const std::uint64_t at = shared().log_head & (channel_.mapping().log_ring_bytes() - 1);
    auto& header = *new (channel_.mapping().log_ring() + at) wire::LogHeader;
    header.item = id;
    header.threads = 2;
    header.outcome = wire::Outcome::kFinished;
    shared().log_write = shared().log_head + sizeof header;
    return header;
  }

  void add_record(wire::LogHeader& header, const wire::Record& record) {
    std::memcpy(reinterpret_cast<std::byte*>(&header + 1) + header.records * sizeof record, &record,
                sizeof record);
    ++header.records;
    shared().log_write += sizeof record;
  }

  void publish(const wire::LogHeader& header) {
    shared().log_head += wire::log_bytes(header.records, header.text_bytes);
  }

  Arrival answer(std::uint64_t id) {
    publish(begin_log(id));
    return channel_.peek(log_);
  }

  void take_items() { shared().item_tail = shared().item_head.load(); }

  Channel channel_;
  LogView log_;
};

TEST_F(ChannelTest, CarriesAnItemWithItsDeviations) {
  ASSERT_TRUE(channel_.push(item(5, 3)));
  const auto* header = reinterpret_cast<const wire::ItemHeader*>(channel_.mapping().item_ring());
  EXPECT_EQ(header->id, 5u);
  ASSERT_EQ(header->deviations, 3u);
  const auto* deviations = reinterpret_cast<const wire::Deviation*>(header + 1);
  EXPECT_EQ(deviations[2], (wire::Deviation{2, 9}));
  EXPECT_EQ(shared().item_head, wire::item_bytes(3));
}

TEST_F(ChannelTest, RefusesAnItemWhileTheRingIsFullAndTakesItOnceThereIsRoom) {
  std::uint64_t id = 0;
  while (channel_.push(item(id, 1))) ++id;
  EXPECT_EQ(id, 4096 / wire::item_bytes(1));
  EXPECT_EQ(channel_.in_flight().size(), id);
  take_items();
  EXPECT_TRUE(channel_.push(item(id, 1)));
}

TEST_F(ChannelTest, IsContiguousWhereTheRingWrapsRound) {
  for (std::uint64_t id = 0; id < 500; ++id) {
    ASSERT_TRUE(channel_.push(item(id, 5)));
    take_items();
    wire::LogHeader& header = begin_log(id);
    add_record(header, {wire::RecordKind::kStep, OpKind::kLock, 1, 0, id});
    header.points = header.steps = 1;
    header.text_bytes = 3;
    std::memcpy(reinterpret_cast<char*>(&header + 1) + sizeof(wire::Record), "abc", 3);
    publish(header);
    ASSERT_EQ(channel_.peek(log_), Arrival::kLog) << channel_.complaint();
    ASSERT_EQ(log_.records.size(), 1u);
    EXPECT_EQ(log_.records[0].object, id);
    EXPECT_EQ(log_.text, "abc");
    channel_.pop();
    channel_.release_logs();
  }
  EXPECT_EQ(channel_.peek(log_), Arrival::kNothing);
}

TEST_F(ChannelTest, TakesTheLogsInTheOrderOfTheItems) {
  channel_.push(item(1));
  channel_.push(item(2));
  ASSERT_EQ(answer(1), Arrival::kLog);
  channel_.pop();
  ASSERT_EQ(answer(2), Arrival::kLog);
  channel_.pop();
  EXPECT_TRUE(channel_.in_flight().empty());
}

TEST_F(ChannelTest, SkipsALogThatAWorkerPublishedTwiceBecauseItDiedInBetween) {
  channel_.push(item(1));
  channel_.push(item(2));
  ASSERT_EQ(answer(1), Arrival::kLog);
  channel_.pop();
  publish(begin_log(1));
  ASSERT_EQ(answer(2), Arrival::kLog);
  EXPECT_EQ(log_.header->item, 2u);
}

TEST_F(ChannelTest, NoticesALogOfAnItemThatWasNotNext) {
  channel_.push(item(1));
  channel_.push(item(2));
  EXPECT_EQ(answer(2), Arrival::kScribbled);
}

TEST_F(ChannelTest, NoticesALogThatNobodyAskedFor) { EXPECT_EQ(answer(1), Arrival::kScribbled); }

TEST_F(ChannelTest, NoticesAnOverwrittenHeader) {
  channel_.push(item(1));
  wire::LogHeader& header = begin_log(1);
  publish(header);
  header.magic = 0x41414141;
  EXPECT_EQ(channel_.peek(log_), Arrival::kScribbled);
}

TEST_F(ChannelTest, NoticesALogLongerThanWhatWasPublished) {
  channel_.push(item(1));
  wire::LogHeader& header = begin_log(1);
  publish(header);
  header.records = 1u << 30;
  EXPECT_EQ(channel_.peek(log_), Arrival::kScribbled);
}

TEST_F(ChannelTest, NoticesPositionsThatMakeNoSense) {
  channel_.push(item(1));
  shared().log_head = 1u << 20;
  EXPECT_EQ(channel_.peek(log_), Arrival::kScribbled);
  shared().log_head = 24;
  EXPECT_EQ(channel_.peek(log_), Arrival::kScribbled);
}

TEST_F(ChannelTest, NoticesAnOutcomeThatDoesNotExist) {
  channel_.push(item(1));
  wire::LogHeader& header = begin_log(1);
  header.outcome = static_cast<wire::Outcome>(200);
  publish(header);
  EXPECT_EQ(channel_.peek(log_), Arrival::kScribbled);
}

TEST_F(ChannelTest, NoticesARecordOfAThreadThatDoesNotExist) {
  channel_.push(item(1));
  wire::LogHeader& header = begin_log(1);
  add_record(header, {wire::RecordKind::kStep, OpKind::kLock, 2, 0, 0});
  publish(header);
  EXPECT_EQ(channel_.peek(log_), Arrival::kScribbled);
}

TEST_F(ChannelTest, ReadsWhatADeadWorkerLeftOfAnItem) {
  channel_.push(item(1));
  EXPECT_FALSE(channel_.partial_log().has_value()) << "it had not begun";
  wire::LogHeader& header = begin_log(1);
  header.outcome = wire::Outcome::kRunning;
  add_record(header, {wire::RecordKind::kStep, OpKind::kLock, 1, 0, 4});
  header.records = 0;  // the worker fills it in at the end only
  const auto partial = channel_.partial_log();
  ASSERT_TRUE(partial.has_value());
  EXPECT_EQ(partial->records.size(), 1u);
  EXPECT_EQ(partial->header->points, 1u);
}

TEST_F(ChannelTest, DoesNotTakeTheLeftoverOfAnotherItemForAPartialLog) {
  channel_.push(item(2));
  begin_log(1);
  EXPECT_FALSE(channel_.partial_log().has_value());
}

TEST(RingSizes, HoldTwoOfTheLongestLogs) {
  EXPECT_EQ(ring_sizes(100, false).logs, 1u << 20);
  const RingSizes large = ring_sizes(100000, false);
  EXPECT_GE(large.logs, 2u * 40 * 100000);
  EXPECT_EQ(large.logs & (large.logs - 1), 0u);
  EXPECT_EQ(ring_sizes(100, true).logs, 1u << 28);
}

TEST(Mapping, AttachesToAChannelByItsDescriptor) {
  auto first = Mapping::create(4096, 8192);
  ASSERT_TRUE(first.has_value());
  first->log_ring()[0] = std::byte{42};
  auto second = Mapping::attach(dup(first->fd()));
  ASSERT_TRUE(second.has_value());
  EXPECT_EQ(second->log_ring()[0], std::byte{42});
  EXPECT_EQ(second->log_ring()[8192], std::byte{42}) << "the mirror";
}

TEST(Mapping, RefusesADescriptorThatIsNoChannel) {
  auto first = Mapping::create(4096, 4096);
  first->channel().version = 77;
  EXPECT_FALSE(Mapping::attach(dup(first->fd())).has_value());
  EXPECT_FALSE(Mapping::attach(-1).has_value());
}

TEST(Mapping, CannotBeTruncated) {
  auto mapping = Mapping::create(4096, 4096);
  ASSERT_TRUE(mapping.has_value());
  EXPECT_NE(ftruncate(mapping->fd(), 0), 0);
  EXPECT_NE(ftruncate(mapping->fd(), std::int64_t{1} << 40), 0);
  EXPECT_EQ(mapping->channel().magic, wire::kChannelMagic);
}

// Forked children have what is shared with them, and no more.
TEST(Mapping, IsNotInheritedUnlessItIsShared) {
  auto mapping = Mapping::create(4096, 4096);
  ASSERT_TRUE(mapping.has_value());
  for (const bool share : {false, true, false}) {
    mapping->share_with_children(share);
    const pid_t child = fork();
    if (child == 0) _exit(msync(mapping->base(), wire::kChannelBytes, MS_ASYNC) == 0 ? 1 : 0);
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(WEXITSTATUS(status), share ? 1 : 0);
  }
}

// Threads may be switched at every step of the longest execution.
TEST(RingSizes, HoldAnItemOfASearchThatPrescribesEveryPoint) {
  for (const std::uint32_t steps : {1000u, 100000u})
    EXPECT_GE(ring_sizes(steps, false).items, wire::item_bytes(2 * steps));
}

}  // namespace
}  // namespace stalemate::host

// The worker's end of the rings against two queues: the test is the explorer.
#include "runtime/log/ring.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <new>

#include "model/wire/entry.h"
#include "trail.h"

namespace stalemate::test {
namespace {

constexpr std::uint64_t kItemRing = 4096, kLogRing = 8192;

// As model/wire/entry.h says: each ring twice in a row.
class Mapping {
 public:
  Mapping() {
    const int file = memfd_create("channel", MFD_CLOEXEC);
    EXPECT_EQ(ftruncate(file, static_cast<off_t>(wire::channel_file_bytes(kItemRing, kLogRing))), 0);
    base_ = static_cast<char*>(mmap(nullptr, bytes(), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    map(file, 0, wire::kChannelBytes, 0);
    const std::uint64_t items = wire::item_ring_offset(), logs = wire::log_ring_offset(kItemRing);
    for (std::uint64_t copy = 0; copy < 2; ++copy) {
      map(file, items + copy * kItemRing, kItemRing, wire::kChannelBytes);
      map(file, logs + copy * kLogRing, kLogRing, wire::kChannelBytes + kItemRing);
    }
    close(file);
    channel = new (base_) wire::Channel;
    channel->item_ring_bytes = kItemRing;
    channel->log_ring_bytes = kLogRing;
    channel->config.spin_count = 2;
  }
  ~Mapping() { munmap(base_, bytes()); }

  char* item_at(std::uint64_t position) { return base_ + wire::item_ring_offset() + position % kItemRing; }
  char* log_at(std::uint64_t position) {
    return base_ + wire::log_ring_offset(kItemRing) + position % kLogRing;
  }
  void* base() { return base_; }

  wire::Channel* channel = nullptr;

 private:
  static std::uint64_t bytes() { return wire::channel_mapping_bytes(kItemRing, kLogRing); }
  void map(int file, std::uint64_t to, std::uint64_t size, std::uint64_t from) {
    void* const at = mmap(base_ + to, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file,
                          static_cast<off_t>(from));
    EXPECT_EQ(at, base_ + to);
  }

  char* base_ = nullptr;
};

struct ModelLog {
  std::uint64_t item;
  std::vector<wire::Record> records;
};

class Rings {
 public:
  explicit Rings(std::uint32_t seed) : trail(seed) { ring_.attach(mapping_.base()); }

  // The explorer's part.
  void push_item() {
    wire::Channel& channel = *mapping_.channel;
    wire::ItemHeader item;
    item.id = ++last_item_;
    item.deviations = trail.below(30);
    const std::uint64_t bytes = wire::item_bytes(item.deviations);
    if (channel.item_head + bytes - channel.item_tail > kItemRing) return;
    char* const at = mapping_.item_at(channel.item_head);
    std::memcpy(at, &item, sizeof item);
    for (std::uint32_t n = 0; n < item.deviations; ++n) {
      const wire::Deviation deviation{n, static_cast<std::uint32_t>(item.id)};
      std::memcpy(at + sizeof item + n * sizeof deviation, &deviation, sizeof deviation);
    }
    channel.item_head += bytes;
    items_.push_back(item);
    trail.add("push", item.id, item.deviations);
  }

  void take_log() {
    if (logs_.empty()) return;
    wire::Channel& channel = *mapping_.channel;
    const ModelLog expected = logs_.front();
    logs_.pop_front();
    trail.add("take", expected.item);
    ASSERT_LT(channel.log_tail, channel.log_head) << trail.text();
    const auto* header = reinterpret_cast<const wire::LogHeader*>(mapping_.log_at(channel.log_tail));
    ASSERT_EQ(header->magic, wire::kLogMagic) << trail.text();
    ASSERT_EQ(header->item, expected.item) << trail.text();
    ASSERT_EQ(header->records, expected.records.size()) << trail.text();
    const auto* records = reinterpret_cast<const wire::Record*>(header + 1);
    for (std::size_t n = 0; n < expected.records.size(); ++n)
      ASSERT_EQ(std::memcmp(&records[n], &expected.records[n], sizeof(wire::Record)), 0) << n << trail.text();
    channel.log_tail += wire::log_bytes(header->records, header->text_bytes);
  }

  // The worker's: an execution.
  void execute() {
    if (items_.empty()) return;
    wire::Channel& channel = *mapping_.channel;
    ASSERT_TRUE(ring_.await_item()) << trail.text();
    const wire::ItemHeader* item = ring_.front_item();
    ASSERT_EQ(item->id, items_.front().id) << trail.text();
    ASSERT_EQ(item->deviations, items_.front().deviations) << trail.text();
    const auto* deviations = reinterpret_cast<const wire::Deviation*>(item + 1);
    for (std::uint32_t n = 0; n < item->deviations; ++n)
      ASSERT_EQ(deviations[n], (wire::Deviation{n, static_cast<std::uint32_t>(item->id)})) << trail.text();
    // It would wait for the explorer, which is us.
    while (channel.log_head - channel.log_tail > kLogRing - ring_.longest_log() &&
           !testing::Test::HasFailure())
      take_log();
    ASSERT_EQ(ring_.header_under_way(), nullptr) << trail.text();
    wire::LogHeader* header = ring_.begin_log(item->id);
    ASSERT_EQ(ring_.header_under_way(), header) << trail.text();
    ASSERT_EQ(header->outcome, wire::Outcome::kRunning) << trail.text();
    write(header, item->id);
  }

  bool shut_down() {
    mapping_.channel->shutdown = 1;
    return ring_.await_item();
  }

  Trail trail;

 private:
  void write(wire::LogHeader* header, std::uint64_t id) {
    wire::Channel& channel = *mapping_.channel;
    const std::size_t most = (ring_.longest_log() - sizeof(wire::LogHeader)) / sizeof(wire::Record);
    ModelLog log{id, {}};
    for (std::size_t n = trail.below(trail.chance(20) ? most + 1 : 20); n > 0; --n)
      log.records.push_back({wire::RecordKind::kStep, OpKind::kLoad, 1, trail.below(1000), id * 1000 + n});
    std::copy(log.records.begin(), log.records.end(), reinterpret_cast<wire::Record*>(header + 1));
    header->records = static_cast<std::uint32_t>(log.records.size());
    trail.add("publish", id, log.records.size());
    const std::uint64_t head = channel.log_head, tail = channel.item_tail;
    const std::uint32_t bell = channel.host_bell;
    ring_.publish();
    unrung_ += channel.log_head - head;
    ASSERT_EQ(channel.log_head, head + wire::log_bytes(header->records, 0)) << trail.text();
    ASSERT_EQ(channel.item_tail, tail + wire::item_bytes(items_.front().deviations)) << trail.text();
    // A sleeping explorer is woken once per eighth of the ring.
    if (channel.host_bell != bell) unrung_ = 0;
    ASSERT_LE(unrung_, kLogRing / 8) << trail.text();
    items_.pop_front();
    logs_.push_back(log);
  }

  Mapping mapping_;
  rt::Ring ring_;
  std::uint64_t last_item_ = 0, unrung_ = 0;
  std::deque<wire::ItemHeader> items_;
  std::deque<ModelLog> logs_;
};

TEST(Ring, CarriesItemsAndLogsInOrderRoundAndRound) {
  for (std::uint32_t seed = 1; seed <= 20 && !HasFailure(); ++seed) {
    Rings rings(seed);
    for (std::uint32_t n = 0; n < 600 && !HasFailure(); ++n) switch (rings.trail.below(4)) {
        case 0:
        case 1: rings.push_item(); break;
        case 2: rings.execute(); break;
        default: rings.take_log();
      }
  }
}

TEST(Ring, EndsTheWaitForAnItemAtShutdown) {
  Rings rings(1);
  EXPECT_FALSE(rings.shut_down());
  Rings full(2);
  full.push_item();
  EXPECT_FALSE(full.shut_down());
}

}  // namespace
}  // namespace stalemate::test

// What is known of the heap's blocks besides their bytes: numbers in the order of a walk, records of them in
// the log, and blocks of libc's heap from before the execution.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>

#include "heap_program.h"
#include "model/wire/layout.h"
#include "runtime/core/state.h"
#include "runtime/heap/block_numbers.h"
#include "runtime/heap/block_records.h"
#include "runtime/heap/old_blocks.h"
#include "trail.h"

// libc's heap, also where a sanitizer has another.
extern "C" void* __libc_malloc(std::size_t);

namespace stalemate::test {
namespace {

constexpr std::uint64_t kHeap = layout::kHeapRegion;

class BlockNumbers : public testing::Test {
 protected:
  static void SetUpTestSuite() { rt::prepare_block_numbers(); }
};

// The n-th block to be come across is number n, whatever leads to it.
class ModelNumbers {
 public:
  explicit ModelNumbers(const std::map<std::uint64_t, std::size_t>& live) : live_(live) {}

  std::uint64_t word(std::uint64_t word) {
    for (const auto& [at, bytes] : live_)
      if (word >= at && word <= at + bytes) return name(at) ^ (word - at);
    return word;
  }
  std::uint64_t name(std::uint64_t at) {
    if (const auto found = std::find(order_.begin(), order_.end(), at); found != order_.end())
      return mark(static_cast<std::uint64_t>(found - order_.begin()));
    order_.push_back(at);
    return mark(order_.size() - 1);
  }
  // The next to be given out: found but not given yet, else the first without a number.
  std::optional<std::uint64_t> next(bool* was_found) {
    *was_found = given_ < order_.size();
    if (*was_found) return order_[given_++];
    for (const auto& [at, bytes] : live_)
      if (std::find(order_.begin(), order_.end(), at) == order_.end()) {
        order_.push_back(at);
        ++given_;
        return at;
      }
    return std::nullopt;
  }

 private:
  static std::uint64_t mark(std::uint64_t number) { return 0xb10cull << 48 ^ number << 32; }

  const std::map<std::uint64_t, std::size_t>& live_;
  std::vector<std::uint64_t> order_;
  std::size_t given_ = 0;
};

void walk_and_compare(Trail& trail, const std::map<std::uint64_t, std::size_t>& live) {
  ModelNumbers model(live);
  trail.add("walk");
  ASSERT_TRUE(rt::begin_block_walk());
  for (std::uint32_t n = 0; n < 40; ++n) {
    auto block = live.begin();
    std::advance(block, trail.below(live.size()));
    const std::uint64_t word = block->first - 20 + trail.below(block->second + 40);
    trail.add("word", word);
    ASSERT_EQ(rt::canonical_word(word), model.word(word)) << trail.text();
    if (!trail.chance(30)) continue;
    bool found = false, expected_found = false;
    const rt::NumberedBlock* next = rt::next_numbered_block(&found);
    const auto expected = model.next(&expected_found);
    trail.add("next", expected.value_or(0));
    ASSERT_EQ(next != nullptr ? next->begin : 0, expected.value_or(0)) << trail.text();
    ASSERT_EQ(found, expected_found) << trail.text();
  }
}

TEST_F(BlockNumbers, AreGivenInTheOrderOfTheWalk) {
  for (std::uint32_t seed = 1; seed <= 30 && !HasFailure(); ++seed) {
    Trail trail(seed);
    HeapProgram program;
    program.begin(false);
    rt::forget_blocks();
    std::map<std::uint64_t, std::size_t> live;
    for (std::uint32_t n = 0; n < 60 && !HasFailure(); ++n) {
      const std::size_t bytes = trail.below(100);
      const std::uint64_t block = program.allocate(trail.below(3), bytes, 16);
      live[block] = bytes;
      trail.add("block", block, bytes);
      if (trail.chance(40)) {
        auto freed = live.begin();
        std::advance(freed, trail.below(live.size()));
        trail.add("free", freed->first);
        program.release(0, freed->first);
        live.erase(freed);
      }
      if (trail.chance(20) && !live.empty()) {
        walk_and_compare(trail, live);
        const std::uint64_t freed = live.begin()->first;
        trail.add("free", freed);
        program.release(0, freed);
        live.erase(freed);
        if (!live.empty()) walk_and_compare(trail, live);
      }
    }
  }
}

// A list of the same shape elsewhere is the same state.
TEST_F(BlockNumbers, AreTheSameForTheSameShapeElsewhere) {
  std::vector<std::uint64_t> words[2];
  for (std::uint32_t state = 0; state < 2; ++state) {
    HeapProgram program;
    program.begin(false);
    rt::forget_blocks();
    std::vector<std::uint64_t> blocks;
    for (std::uint32_t n = 0; n < 5; ++n) blocks.push_back(program.allocate(n % 2, 32 + 16 * state * n, 16));
    if (state == 1) std::reverse(blocks.begin(), blocks.end());
    ASSERT_TRUE(rt::begin_block_walk());
    for (const std::uint64_t block : blocks) words[state].push_back(rt::canonical_word(block + 8));
    words[state].push_back(rt::canonical_word(blocks[2]));
    words[state].push_back(rt::canonical_word(kHeap - 8));
  }
  EXPECT_EQ(words[0], words[1]);
}

// One record, then its frame.
struct Log {
  explicit Log(std::size_t room) : records(room) {
    rt::g.write = records.data();
    rt::g.write_end = records.data() + records.size();
  }
  ~Log() { rt::g.write = rt::g.write_end = nullptr; }
  std::size_t written() const { return static_cast<std::size_t>(rt::g.write - records.data()); }
  std::vector<wire::Record> records;
};

class BlockRecords : public testing::Test {
 protected:
  BlockRecords() {
    rt::g.channel = &channel;
    rt::g.current = &fiber;
    fiber.id = 5;
  }
  ~BlockRecords() override {
    rt::g.channel = nullptr;
    rt::g.current = nullptr;
  }
  wire::Channel channel;
  rt::Fiber fiber;
};

TEST_F(BlockRecords, AreWrittenOfBlocksAtOrBesideTheWatchedBytes) {
  Trail trail(3);
  for (std::uint32_t n = 0; n < 500 && !HasFailure(); ++n) {
    Log log(1000);
    wire::ItemHeader item;
    item.watch = kHeap + 100000 + trail.below(1000);
    item.watch_bytes = trail.below(5) * trail.below(100);
    rt::begin_block_records(item);
    const std::uint64_t block = kHeap + 90000 + trail.below(20000);
    const std::size_t bytes = trail.chance(5) ? std::size_t{1} << 33 : trail.below(3000);
    const bool ends = trail.chance(50);
    trail.add("watch", item.watch, item.watch_bytes, "block", block, bytes, "ends", ends);
    rt::note_block(block, bytes, ends, 1234);
    // Less than a page lies between them.
    const auto gap = [](std::uint64_t end, std::uint64_t begin) { return end < begin ? begin - end : 0; };
    const std::uint64_t between = gap(item.watch + item.watch_bytes, block) + gap(block + bytes, item.watch);
    const bool expected = item.watch_bytes != 0 && between < 4096;
    ASSERT_EQ(log.written(), expected ? 2u : 0u) << trail.text();
    if (!expected) continue;
    const wire::Record& record = log.records[0];
    EXPECT_EQ(record.kind, wire::RecordKind::kBlock);
    EXPECT_EQ(record.thread, 5u);
    EXPECT_EQ(record.object, block);
    EXPECT_EQ(record.value & wire::kBlockBytes, bytes < 0x7fffffff ? bytes : 0x7fffffff) << trail.text();
    EXPECT_EQ((record.value & wire::kBlockEnds) != 0, ends);
    EXPECT_EQ(log.records[1].object, 1234u);
  }
}

TEST_F(BlockRecords, OfAllBlocksFillHalfOfTheLogWhereLeaksAreLookedFor) {
  Log log(1000);
  channel.config.leaks = 1;
  rt::begin_block_records(wire::ItemHeader{});
  for (std::uint32_t n = 0; n < 1000; ++n) rt::note_block(kHeap + 64 * n, 16, false, 1);
  EXPECT_EQ(log.written(), 500u);
}

TEST(OldBlocks, AreKnownByWhatLibcsHeapHolds) {
  Trail trail(1);
  std::map<std::uint64_t, std::size_t> blocks;
  for (std::uint32_t n = 0; n < 300; ++n) {
    const std::size_t bytes = n % 50 == 49 ? 300000 : 1 + trail.below(600);
    auto* memory = static_cast<std::uint64_t*>(__libc_malloc(bytes));
    // Nothing, or what could be the size of a block if it were not too small for one.
    std::fill(memory, memory + bytes / 8, n % 2 == 0 ? 0 : 0x11);
    blocks[reinterpret_cast<std::uint64_t>(memory)] = bytes;
  }
  rt::find_old_blocks();
  for (const auto& [at, bytes] : blocks) {
    EXPECT_TRUE(rt::is_old_block(reinterpret_cast<const void*>(at)));
    for (std::uint64_t inside = at + 1; inside < at + bytes; inside += 1 + trail.below(16))
      EXPECT_FALSE(rt::is_old_block(reinterpret_cast<const void*>(inside))) << inside - at << " of " << bytes;
  }
  static std::uint64_t variable[8] = {};
  for (std::uint32_t n = 1; n < 8; ++n) EXPECT_FALSE(rt::is_old_block(&variable[n]));
  EXPECT_FALSE(rt::is_old_block(reinterpret_cast<const void*>(std::uint64_t{32})));
  EXPECT_FALSE(rt::is_old_block(reinterpret_cast<const void*>(layout::kStackRegion + 4096)));
}

TEST(OldBlocks, AreFreedOnce) {
  std::vector<void*> blocks;
  for (std::uint32_t n = 0; n < 50; ++n) blocks.push_back(__libc_malloc(24 + n));
  rt::find_old_blocks();
  for (std::size_t n = 0; n < blocks.size(); n += 2) EXPECT_TRUE(rt::free_old_block(blocks[n], 1));
  for (std::size_t n = 0; n < blocks.size(); ++n) {
    if (n % 2 == 0)
      EXPECT_THROW(rt::free_old_block(blocks[n], 1), DoubleFree) << n;
    else
      EXPECT_TRUE(rt::free_old_block(blocks[n], 1)) << n;
  }
}

TEST(OldBlocks, AreKnownByTheirBytesOnceTheyAreFreed) {
  auto* const block = static_cast<char*>(__libc_malloc(100));
  const auto begin = reinterpret_cast<std::uint64_t>(block);
  rt::find_old_blocks();
  EXPECT_TRUE(rt::in_old_heap(begin));
  EXPECT_FALSE(rt::in_old_heap(kHeap));
  rt::HeapBlock found;
  EXPECT_FALSE(rt::freed_old_block_at(begin, &found));
  rt::note_old_block_freed(block, 104, 7);
  EXPECT_FALSE(rt::freed_old_block_at(begin - 1, &found));
  EXPECT_FALSE(rt::freed_old_block_at(begin + 104, &found));
  ASSERT_TRUE(rt::freed_old_block_at(begin + 103, &found));
  EXPECT_EQ(found.begin, begin);
  EXPECT_EQ(found.bytes, 104u);
  EXPECT_EQ(found.freed_at, 7u);
  EXPECT_TRUE(found.freed);
  rt::forget_freed_old_blocks();
  EXPECT_FALSE(rt::freed_old_block_at(begin, &found));
}

}  // namespace
}  // namespace stalemate::test

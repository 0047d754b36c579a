// The program's heap against a map of what was allocated: random calls of three threads. The model knows the
// promises of heap.h alone, nothing of headers or size classes.
#include "runtime/heap/heap.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <cstring>
#include <map>
#include <set>

#include "heap_program.h"
#include "model/wire/layout.h"
#include "runtime/heap/heap_blocks.h"
#include "trail.h"

namespace stalemate::test {
namespace {

constexpr std::uint32_t kThreads = HeapProgram::kThreads;

struct ModelBlock {
  std::size_t bytes = 0;
  std::uint32_t owner = 0, freed_by = 0;
  std::uintptr_t allocated_at = 0, freed_at = 0;
  bool freed = false;
  unsigned char fill = 0;
  std::uint32_t frees_before = 0;  // by its freeing thread, when it was freed
};

unsigned char* bytes_at(std::uint64_t address) { return reinterpret_cast<unsigned char*>(address); }

class ModelHeap {
 public:
  explicit ModelHeap(std::uint32_t seed, bool reuse) : trail(seed), reuse_(reuse) { program.begin(reuse); }

  void allocate(std::uint32_t thread) {
    const std::size_t bytes = some_size(),
                      alignment = trail.chance(80) ? 16 : std::size_t{1} << trail.below(13);
    const std::uintptr_t pc = 1 + trail.below(1000);
    HeapProgram::begun_anew.clear();
    const std::uint64_t block = program.allocate(thread, bytes, alignment, pc);
    trail.add("thread", thread, "allocates", bytes, "aligned to", alignment, "at", block);
    ASSERT_EQ(block % (alignment < 16 ? 16 : alignment), 0u) << trail.text();
    take(thread, block, bytes, pc);
  }

  void reallocate(std::uint32_t thread, std::uint64_t old) {
    const ModelBlock before = blocks_[old];
    const std::size_t bytes = 1 + some_size(), same = bytes < before.bytes ? bytes : before.bytes;
    HeapProgram::begun_anew.clear();
    const std::uint64_t block = program.reallocate(thread, old, bytes);
    trail.add("thread", thread, "reallocates", old, "to", bytes, "at", block);
    for (std::size_t n = 0; n < same; ++n) ASSERT_EQ(bytes_at(block)[n], before.fill) << trail.text();
    mark_freed(thread, old, 1);
    take(thread, block, bytes, 1);
  }

  void release(std::uint32_t thread, std::uint64_t block) {
    check_content(block);
    const std::uintptr_t pc = 1 + trail.below(1000);
    trail.add("thread", thread, "frees", block);
    program.release(thread, block, pc);
    mark_freed(thread, block, pc);
  }

  // Neither a second free nor one of an address beside the begin of a block is let through.
  void release_wrongly(std::uint32_t thread) {
    const std::uint64_t block = some_block();
    if (block == 0) return;
    if (blocks_[block].freed) {
      trail.add("thread", thread, "frees again", block);
      EXPECT_THROW(program.release(thread, block), DoubleFree) << trail.text();
    } else if (blocks_[block].bytes > 64) {
      const std::uint64_t inside = block + 1 + trail.below(blocks_[block].bytes - 1);
      trail.add("thread", thread, "frees", inside, "inside", block);
      EXPECT_THROW(program.release(thread, inside), ForeignFree) << trail.text();
    }
  }

  // Any block, freed or not; 0: there is none.
  std::uint64_t some_block() {
    if (blocks_.empty()) return 0;
    auto block = blocks_.begin();
    std::advance(block, trail.below(blocks_.size()));
    return block->first;
  }
  std::uint64_t some_live_block() {
    const std::uint64_t block = some_block();
    return block != 0 && !blocks_[block].freed ? block : 0;
  }

  // The next model begins with empty arenas: what an execution leaves in use stays behind.
  void release_all() {
    for (auto& [at, block] : blocks_)
      if (!block.freed) release(0, at);
  }

  void check_near(std::uint64_t address) {
    if (rt::heap_left_behind() != 0) return;
    const ModelBlock* nearest = nullptr;
    std::uint64_t begin = 0, least = ~std::uint64_t{0};
    for (const auto& [at, block] : blocks_) {
      const std::uint64_t end = at + block.bytes;
      const std::uint64_t distance = address < at ? at - address : address < end ? 0 : address - end + 1;
      if (layout::heap_slot(at) != layout::heap_slot(address) || distance >= least) continue;
      nearest = &block;
      begin = at;
      least = distance;
    }
    rt::HeapBlock found;
    ASSERT_EQ(rt::block_near(address, &found), nearest != nullptr && least <= 4096)
        << address << trail.text();
    if (nearest == nullptr || least > 4096) return;
    ASSERT_EQ(found.begin, begin) << address << trail.text();
    ASSERT_EQ(found.bytes, nearest->bytes) << trail.text();
    ASSERT_EQ(found.allocated_by, nearest->owner) << trail.text();
    ASSERT_EQ(found.allocated_at, nearest->allocated_at) << trail.text();
    ASSERT_EQ(found.freed, nearest->freed) << trail.text();
    ASSERT_EQ(found.freed_by, nearest->freed_by) << trail.text();
    ASSERT_EQ(found.freed_at, nearest->freed_at) << trail.text();
  }

  // By slot, which is in the order of threads here, then by address.
  void check_live() {
    std::vector<Range> live;
    rt::each_live_block(
        [](const rt::HeapBlock& block, void* to) {
          static_cast<std::vector<Range>*>(to)->push_back({block.begin, block.bytes});
        },
        &live);
    std::vector<Range> expected;
    for (const auto& [at, block] : blocks_)
      if (!block.freed) expected.push_back({at, block.bytes});
    ASSERT_EQ(live, expected) << trail.text();
    for (const Range& block : expected) check_content(block.begin);
  }

  HeapProgram program;
  Trail trail;

 private:
  std::size_t some_size() {
    const std::uint32_t kind = trail.below(20);
    return kind == 0 ? 0 : kind < 14 ? trail.below(200) : kind < 19 ? trail.below(5000) : trail.below(300000);
  }

  void take(std::uint32_t thread, std::uint64_t block, std::size_t bytes, std::uintptr_t pc) {
    ASSERT_NE(block, 0u) << trail.text();
    const std::uint64_t end = block + (bytes != 0 ? bytes : 1);
    // Blocks before it end before it begins; those that begin behind begin behind its end.
    auto next = blocks_.upper_bound(block);
    for (; next != blocks_.end() && next->first < end; ++next)
      ASSERT_TRUE(false) << "overlap" << trail.text();
    for (const auto& [at, other] : blocks_)
      ASSERT_TRUE(at == block || at > block || at + other.bytes <= block) << "overlap" << trail.text();
    if (const auto before = blocks_.find(block); before != blocks_.end()) {
      check_reuse(thread, before->second);
      ASSERT_EQ(HeapProgram::begun_anew.size(), 1u) << trail.text();
      ASSERT_EQ(HeapProgram::begun_anew[0].begin, block) << trail.text();
      ASSERT_GE(HeapProgram::begun_anew[0].bytes, bytes) << trail.text();
    } else {
      ASSERT_EQ(layout::heap_slot(block), HeapProgram::kSlots[thread]) << trail.text();
    }
    const auto fill = static_cast<unsigned char>(1 + trail.below(200));
    std::memset(bytes_at(block), fill, bytes);
    ModelBlock& model = blocks_[block] = {};
    model.bytes = bytes;
    model.owner = thread;
    model.allocated_at = pc;
    model.fill = fill;
  }

  void check_reuse(std::uint32_t thread, const ModelBlock& old) {
    ASSERT_TRUE(old.freed) << "a block in use is given again\n" << trail.text();
    ASSERT_EQ(old.freed_by, thread) << trail.text();
    if (reuse_) return;
    ASSERT_EQ(old.owner, thread) << "freed by another thread\n" << trail.text();
    ASSERT_GE(frees_[thread] - old.frees_before, 63u) << "hardly freed\n" << trail.text();
  }

  void mark_freed(std::uint32_t thread, std::uint64_t block, std::uintptr_t pc) {
    ModelBlock& model = blocks_[block];
    model.freed = true;
    model.freed_by = thread;
    model.freed_at = pc;
    model.frees_before = ++frees_[thread];
  }

  void check_content(std::uint64_t block) {
    const ModelBlock& model = blocks_[block];
    for (std::size_t n = 0; n < model.bytes; ++n)
      ASSERT_EQ(bytes_at(block)[n], model.fill) << block << "+" << n << trail.text();
  }

  bool reuse_;
  std::map<std::uint64_t, ModelBlock> blocks_;
  std::uint32_t frees_[kThreads] = {};
};

void run_randomly(std::uint32_t seed, bool reuse) {
  ModelHeap heap(seed, reuse);
  for (std::uint32_t n = 0; n < 600 && !testing::Test::HasFailure(); ++n) {
    Trail& trail = heap.trail;
    const std::uint32_t thread = trail.below(kThreads);
    const std::uint64_t live = heap.some_live_block();
    switch (trail.below(10)) {
      case 0:
      case 1:
      case 2:
      case 3: heap.allocate(thread); break;
      case 4:
        if (live != 0) heap.reallocate(thread, live);
        break;
      case 5: heap.release_wrongly(thread); break;
      case 6:
        if (const std::uint64_t block = heap.some_block(); block != 0)
          heap.check_near(block - 5000 + trail.below(trail.chance(50) ? 10000 : 5100));
        break;
      default:
        if (live != 0) heap.release(thread, live);
    }
  }
  heap.check_live();
  heap.release_all();
}

TEST(Heap, KeepsItsPromisesUnderRandomCalls) {
  for (std::uint32_t seed = 1; seed <= 20 && !HasFailure(); ++seed) run_randomly(seed, false);
}

TEST(Heap, KeepsItsPromisesWhereBlocksAreReusedAtOnce) {
  for (std::uint32_t seed = 101; seed <= 120 && !HasFailure(); ++seed) run_randomly(seed, true);
}

TEST(Heap, ReusesOwnBlocksAfterSixtyFourOfOneSize) {
  HeapProgram program;
  program.begin(false);
  std::vector<std::uint64_t> freed;
  for (std::uint32_t n = 0; n < 64; ++n) {
    freed.push_back(program.allocate(1, 40, 16));
    program.release(1, freed.back());
  }
  EXPECT_EQ(std::set<std::uint64_t>(freed.begin(), freed.end()).size(), 64u);
  EXPECT_EQ(program.allocate(1, 40, 16), freed[0]);
}

TEST(Heap, NeverReusesBlocksThatAnotherThreadHasFreed) {
  HeapProgram program;
  program.begin(false);
  std::set<std::uint64_t> freed;
  for (std::uint32_t n = 0; n < 200; ++n) {
    const std::uint64_t block = program.allocate(1, 40, 16);
    EXPECT_TRUE(freed.insert(block).second) << n;
    program.release(2, block);
  }
}

TEST(Heap, GivesTheBlockFreedLastToTheThreadThatFreedItWhereReused) {
  HeapProgram program;
  program.begin(true);
  const std::uint64_t first = program.allocate(0, 40, 16), second = program.allocate(1, 40, 16);
  program.release(2, first);
  program.release(2, second);
  EXPECT_NE(program.allocate(0, 40, 16), first);
  EXPECT_EQ(program.allocate(2, 33, 16), second);
  EXPECT_EQ(program.allocate(2, 48, 16), first);
}

// What a thread does to its heap. Blocks that it gives away are allocated before the others begin.
struct Call {
  enum Kind { kAllocate, kFree, kReallocate, kFreeOfOther } kind;
  std::size_t bytes, alignment;
  std::uint32_t which;
};

constexpr std::uint32_t kGifts = 20;

std::vector<Call> random_calls(Trail& trail) {
  std::vector<Call> calls;
  for (std::uint32_t n = 0; n < 150; ++n)
    calls.push_back({static_cast<Call::Kind>(trail.below(4)), 1 + trail.below(trail.chance(90) ? 60 : 3000),
                     std::size_t{16} << (trail.chance(80) ? 0 : trail.below(6)), trail.below(1000)});
  return calls;
}

// The addresses that each thread gets.
using Addresses = std::vector<std::vector<std::uint64_t>>;
Addresses interleave(const std::vector<std::vector<Call>>& calls, Trail& trail) {
  HeapProgram program;
  program.begin(false);
  Addresses all(kThreads), live(kThreads), gifts(kThreads);
  for (std::uint32_t t = 0; t < kThreads; ++t)
    for (std::uint32_t n = 0; n < kGifts; ++n)
      gifts[(t + 1) % kThreads].push_back(program.allocate(t, 40, 16));
  std::uint32_t next[kThreads] = {};
  for (std::size_t done = 0; done < kThreads * calls[0].size();) {
    const std::uint32_t t = trail.below(kThreads);
    if (next[t] == calls[t].size()) continue;
    const Call& call = calls[t][next[t]++];
    ++done;
    auto& own = live[t];
    const std::size_t which = own.empty() ? 0 : call.which % own.size();
    if (call.kind == Call::kFreeOfOther && !gifts[t].empty()) {
      program.release(t, gifts[t].back());
      gifts[t].pop_back();
    } else if (call.kind == Call::kFree && !own.empty()) {
      program.release(t, own[which]);
      own.erase(own.begin() + static_cast<std::ptrdiff_t>(which));
    } else if (call.kind == Call::kReallocate && !own.empty()) {
      own[which] = program.reallocate(t, own[which], call.bytes);
      all[t].push_back(own[which]);
    } else {
      own.push_back(program.allocate(t, call.bytes, call.alignment));
      all[t].push_back(own.back());
    }
  }
  return all;
}

// As they would be if no execution before had left anything behind.
Addresses fresh_addresses(Addresses all) {
  for (auto& addresses : all)
    for (std::uint64_t& address : addresses) address = rt::fresh_address(address);
  return all;
}

TEST(Heap, GivesAddressesThatFollowFromTheThreadsOwnHistory) {
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    Trail trail(seed);
    std::vector<std::vector<Call>> calls;
    for (std::uint32_t t = 0; t < kThreads; ++t) calls.push_back(random_calls(trail));
    const Addresses one = fresh_addresses(interleave(calls, trail));
    EXPECT_EQ(one, fresh_addresses(interleave(calls, trail))) << "seed " << seed;
  }
}

// An execution that is not undone leaves its blocks where they are; the next is as if there were none.
TEST(Heap, NamesBlocksAsIfNoExecutionHadLeftAny) {
  for (std::uint32_t seed = 1; seed <= 10; ++seed) {
    Trail trail(seed);
    std::vector<std::vector<Call>> calls;
    for (std::uint32_t t = 0; t < kThreads; ++t) calls.push_back(random_calls(trail));
    const Addresses first = interleave(calls, trail);
    const std::size_t left = rt::heap_left_behind();
    const Addresses fresh = fresh_addresses(first);
    const Addresses second = interleave(calls, trail);
    EXPECT_GT(rt::heap_left_behind(), left);
    for (std::uint32_t t = 0; t < kThreads; ++t)
      for (std::size_t n = 0; n < first[t].size(); ++n) {
        ASSERT_NE(first[t][n], second[t][n]) << "seed " << seed;
        ASSERT_EQ(rt::fresh_address(second[t][n]), fresh[t][n]) << "seed " << seed;
      }
  }
}

TEST(Heap, HasNoMemoryForWhatFitsNoArena) {
  HeapProgram program;
  program.begin(false);
  const std::size_t most = ~std::size_t{0};
  for (const std::size_t bytes : {most, most - 5, most / 2 + 2, std::size_t{layout::kHeapStride} + 1})
    for (const std::size_t alignment : {std::size_t{16}, std::size_t{64}, std::size_t{4096}}) {
      errno = 0;
      EXPECT_EQ(program.allocate(0, bytes, alignment), 0u) << bytes << " aligned to " << alignment;
      EXPECT_EQ(errno, ENOMEM) << bytes << " aligned to " << alignment;
    }
  EXPECT_EQ(program.allocate(0, 10, std::size_t{1} << 63), 0u);
  EXPECT_NE(program.allocate(0, 10, 16), 0u);
}

// As libc's memalign does.
TEST(Heap, TakesAnAlignmentThatIsNoPowerOfTwoForTheNextOne) {
  HeapProgram program;
  program.begin(false);
  for (const std::size_t alignment : {24u, 40u, 100u, 3000u}) {
    program.allocate(0, 24, 16);
    const std::uint64_t block = program.allocate(0, 50, alignment);
    EXPECT_EQ(block % (alignment < 32    ? 32
                       : alignment < 64  ? 64
                       : alignment < 128 ? 128
                                         : 4096),
              0u)
        << alignment;
    EXPECT_NO_THROW(program.release(0, block)) << alignment;
  }
}

}  // namespace
}  // namespace stalemate::test

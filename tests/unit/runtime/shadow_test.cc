// Random executions before three judges that share nothing: the runtime's clocks and shadow, reachability in
// the graph of events, and Goldilocks. They have to agree about every access, byte by byte.
#include "runtime/shadow/shadow.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <algorithm>
#include <random>
#include <set>

#include "event_graph.h"
#include "events.h"
#include "goldilocks.h"

namespace stalemate::test {
namespace {

constexpr std::uint32_t kObjects = 3, kPlain = kObjects * 8, kPlainBytes = 24;
// Blocks of the heap that end inside a cell of the shadow, and have a neighbour in it.
struct Block {
  std::uint32_t at, bytes;
};
constexpr Block kBlocks[] = {{kPlain + kPlainBytes, 10}, {kPlain + kPlainBytes + 12, 5}};
constexpr std::uint32_t kHeap = kBlocks[0].at, kHeapBytes = 17;
alignas(16) char memory[kHeap + kHeapBytes + 16];

std::uintptr_t address_of(const Event& e) { return reinterpret_cast<std::uintptr_t>(memory) + e.at; }

Faults told = 0;
void remember(const rt::Conflict& conflict) { told |= conflict.fault == rt::Fault::kRace ? kRaces : kFreed; }

// Through the paths that the compiler's instrumentation takes.
void make_access(const Event& e) {
  const std::uintptr_t address = address_of(e);
  const bool write = e.writes();
  switch (e.bytes) {
    case 1: return write ? rt::on_part<1, true>(address, 1) : rt::on_part<1, false>(address, 1);
    case 2: return write ? rt::on_part<2, true>(address, 1) : rt::on_part<2, false>(address, 1);
    case 4: return write ? rt::on_words<4, true>(address, 1) : rt::on_words<4, false>(address, 1);
    case 8: return write ? rt::on_words<8, true>(address, 1) : rt::on_words<8, false>(address, 1);
    case 16: return write ? rt::on_words<16, true>(address, 1) : rt::on_words<16, false>(address, 1);
    default: rt::check_access(address, e.bytes, write, 1);
  }
}

// An execution as the runtime's primitives account for it (synchronizes.h and the sync_*.cc).
class Runtime {
 public:
  Runtime() {
    rt::on_conflict = remember;
    rt::begin_shadow(rt::begin_clocks());
  }

  // Without the access itself where `omit`.
  Faults perform(const Event& e, bool omit) {
    told = 0;
    rt::run_clock(e.thread);
    if (e.accesses() || e.kind == Event::kFree) {
      if (e.atomic())
        perform_atomic(e, omit);
      else if (!omit)
        e.kind == Event::kFree ? rt::shadow_freed(address_of(e), e.bytes, 1) : make_access(e);
    } else {
      synchronize(e);
    }
    return told;
  }

 private:
  void perform_atomic(const Event& e, bool omit) {
    rt::VectorClock& clock = atomics_[e.object];
    if (e.kind != Event::kStore) rt::atomic_load(clock, e.order);
    if (!omit) rt::check_atomic(address_of(e), e.bytes, e.writes(), 1);
    if (e.kind == Event::kStore) rt::atomic_store(clock, e.order);
    if (e.kind == Event::kModify) rt::atomic_rewrite(clock, e.order);
  }

  void synchronize(const Event& e) {
    switch (e.kind) {
      case Event::kAcquire: rt::acquire(locks_[e.object]); return rt::acquire(readers_[e.object]);
      case Event::kRelease: return rt::release(locks_[e.object]);
      case Event::kReadAcquire: return rt::acquire(locks_[e.object]);
      case Event::kReadRelease: return rt::release(readers_[e.object]);
      case Event::kArrive: return rt::release(rounds_[e.object]);
      case Event::kLeave:  // as the last to arrive does it, for those who sleep
        rt::run_clock(e.thread == 0 ? 1 : 0);
        return rt::teach_clock(e.thread, rounds_[e.object]);
      case Event::kFence: return rt::atomic_fence(e.order);
      case Event::kAllocate: return rt::shadow_allocated(address_of(e), e.bytes, 0, 0);
      case Event::kCreate: return rt::fork_clock(e.object);
      case Event::kJoin: return rt::join_clock(e.object);
      default: FAIL() << "no event of synchronization: " << text_of(e);
    }
  }

  rt::VectorClock locks_[kMostObjects] = {}, readers_[kMostObjects] = {};
  rt::VectorClock rounds_[kMostObjects] = {}, atomics_[kMostObjects] = {};
};

// After a fault the shadow has its own idea of what to remember: begins again, without the access.
std::vector<Faults> judged_by_runtime(const Events& events) {
  std::vector<Faults> faults(events.size());
  for (bool again = true; again;) {
    again = false;
    Runtime runtime;
    for (std::size_t i = 0; i < events.size() && !again; ++i) {
      const Faults now = runtime.perform(events[i], faults[i] != 0);
      if (now != 0) {
        faults[i] = now;
        again = true;
      }
    }
  }
  return faults;
}

class Generator {
 public:
  explicit Generator(std::mt19937& random) : random_(random), busy_(4 + below(14)) {}

  Events events(std::size_t length) {
    while (events_.size() < length) add();
    return std::move(events_);
  }

 private:
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_() % n); }
  std::uint32_t any_thread() { return running_[below(static_cast<std::uint32_t>(running_.size()))]; }

  void add() {
    Event e;
    e.thread = any_thread();
    e.object = below(kObjects);
    const Order orders[] = {Order::kRelaxed, Order::kAcquire, Order::kRelease, Order::kAcqRel,
                            Order::kSeqCst};
    e.order = orders[below(5)];
    const std::uint32_t what = below(busy_ + 6);
    if (what == 0)
      create_or_join(e);
    else if (what < 6)
      access(e);
    else if (what == 6 && below(3) == 0)
      barrier();
    else if (what == 7)
      allocate_or_free(e);
    else
      synchronize(e);
  }

  void create_or_join(Event e) {
    if (threads_ < 5 && below(4) != 0) {
      e.kind = Event::kCreate;
      e.object = threads_;
      running_.push_back(threads_++);
    } else {
      const std::uint32_t gone = running_.back();
      if (gone == e.thread || gone == 0) return;
      e.kind = Event::kJoin;
      e.object = gone;
      running_.pop_back();
    }
    events_.push_back(e);
  }

  void access(Event e) {
    constexpr std::uint32_t kSizes[] = {1, 1, 2, 4, 4, 8, 16, 3, 7};
    e.kind = below(3) != 0 ? Event::kRead : Event::kWrite;
    e.bytes = kSizes[below(9)];
    const std::uint32_t where = below(8);  // seldom the atomics themselves
    e.at = below((where == 1 ? kHeapBytes : kPlainBytes) - e.bytes);
    if (below(3) != 0) e.at = e.at / e.bytes * e.bytes;
    e.at += where == 0 ? 0 : where == 1 ? kHeap : kPlain;
    events_.push_back(e);
  }

  void allocate_or_free(Event e) {
    const std::uint32_t block = below(2);
    if (!freed_[block] && below(3) != 0) return;
    e.kind = freed_[block] ? Event::kAllocate : Event::kFree;
    freed_[block] = !freed_[block];
    e.at = kBlocks[block].at;
    e.bytes = kBlocks[block].bytes;
    events_.push_back(e);
  }

  // Some arrive, in any order; then they leave, in any order.
  void barrier() {
    if (rounds_ == kMostObjects || running_.size() < 2) return;
    std::vector<std::uint32_t> who = running_;
    std::shuffle(who.begin(), who.end(), random_);
    who.resize(2 + below(static_cast<std::uint32_t>(who.size()) - 1));
    for (const Event::Kind kind : {Event::kArrive, Event::kLeave}) {
      for (const std::uint32_t thread : who) {
        Event e;
        e.kind = kind;
        e.thread = thread;
        e.object = rounds_;
        events_.push_back(e);
      }
      std::shuffle(who.begin(), who.end(), random_);
    }
    ++rounds_;
  }

  void synchronize(Event e) {
    constexpr Event::Kind kKinds[] = {Event::kAcquire, Event::kRelease,     Event::kAcquire,
                                      Event::kRelease, Event::kReadAcquire, Event::kReadRelease,
                                      Event::kLoad,    Event::kStore,       Event::kModify,
                                      Event::kFence,   Event::kLoad,        Event::kFence};
    e.kind = kKinds[below(12)];
    if (e.atomic()) {
      e.at = e.object * 8;  // an atomic has one address and size
      e.bytes = e.object == 0 ? 8 : e.object == 1 ? 2 : 4;
    }
    events_.push_back(e);
  }

  std::mt19937& random_;
  std::uint32_t busy_;  // how much is synchronization
  std::uint32_t threads_ = 1, rounds_ = 0;
  std::vector<std::uint32_t> running_ = {0};
  bool freed_[2] = {};
  Events events_;
};

bool agree(const Events& events) {
  const std::vector<Faults> graph = judged_by_graph(events);
  return judged_by_runtime(events) == graph && judged_by_goldilocks(events) == graph;
}

TEST(Shadow, AgreesWithTheGraphOfEventsAndWithGoldilocks) {
  rt::prepare_clocks();
  ASSERT_TRUE(rt::prepare_shadow());
  std::mt19937 random(7);
  std::uint32_t clean = 0, racy = 0, freed = 0;
  std::set<Event::Kind> kinds;
  for (std::uint32_t run = 0; run < 20000; ++run) {
    const Events events = Generator(random).events(4 + run % 60);
    if (!agree(events)) {
      const Events small = shrink(events, [](const Events& e) { return !agree(e); });
      FAIL() << "run " << run << ", the runtime says\n"
             << text_of(small, judged_by_runtime(small)) << "the graph of events\n"
             << text_of(small, judged_by_graph(small)) << "Goldilocks\n"
             << text_of(small, judged_by_goldilocks(small));
    }
    Faults all = 0;
    for (const Faults faults : judged_by_goldilocks(events)) all |= faults;
    clean += all == 0 ? 1 : 0;
    racy += (all & kRaces) != 0 ? 1 : 0;
    freed += (all & kFreed) != 0 ? 1 : 0;
    for (const Event& e : events) kinds.insert(e.kind);
  }
  std::printf("%u clean, %u racy, %u with freed memory\n", clean, racy, freed);
  EXPECT_EQ(kinds.size(), 16u);
  EXPECT_GT(clean, 3000u);
  EXPECT_GT(racy, 5000u);
  EXPECT_GT(freed, 1000u);
}

// Nothing is left out that races, whatever raced before it.
TEST(Shadow, RemembersThoseWhoRaced) {
  rt::prepare_clocks();
  ASSERT_TRUE(rt::prepare_shadow());
  const auto in_one_go = [](const Events& events) {
    std::vector<Faults> faults;
    Runtime runtime;
    for (const Event& e : events) faults.push_back(runtime.perform(e, false));
    return faults;
  };
  std::mt19937 random(11);
  std::uint32_t races = 0;
  for (std::uint32_t run = 0; run < 20000; ++run) {
    Events events = Generator(random).events(4 + run % 60);
    std::erase_if(events,
                  [](const Event& e) { return e.kind == Event::kFree || e.kind == Event::kAllocate; });
    const auto differ = [&](const Events& e) {
      const std::vector<Faults> graph = judged_by_whole_graph(e);
      return in_one_go(e) != graph || judged_by_whole_goldilocks(e) != graph;
    };
    if (differ(events)) {
      const Events small = shrink(events, differ);
      FAIL() << "run " << run << ", the runtime says\n"
             << text_of(small, in_one_go(small)) << "the graph of events\n"
             << text_of(small, judged_by_whole_graph(small)) << "Goldilocks\n"
             << text_of(small, judged_by_whole_goldilocks(small));
    }
    for (const Faults faults : in_one_go(events)) races += faults;
  }
  EXPECT_GT(races, 20000u);
}

// How many pages of the shadow of a range are there.
std::size_t shadow_pages(std::uintptr_t begin, std::size_t bytes) {
  constexpr std::uintptr_t kPage = 4096;
  const auto first = reinterpret_cast<std::uintptr_t>(rt::cell_of(begin)) / kPage * kPage;
  std::vector<unsigned char> pages(2 * bytes / kPage);
  EXPECT_EQ(mincore(reinterpret_cast<void*>(first), 2 * bytes, pages.data()), 0);
  return static_cast<std::size_t>(std::ranges::count_if(pages, [](unsigned char p) { return (p & 1) != 0; }));
}

TEST(Shadow, IsNeitherClearedNorTouchedWhereAnExecutionBegins) {
  rt::prepare_clocks();
  ASSERT_TRUE(rt::prepare_shadow());
  constexpr std::size_t kRange = std::size_t{256} << 20;
  const std::uintptr_t range = layout::kHeapRegion + 7 * layout::kHeapStride;  // nobody's
  ASSERT_EQ(shadow_pages(range, kRange), 0u);
  rt::begin_shadow(rt::begin_clocks());
  rt::on_words<8, true>(range + kRange / 2, 1);
  const auto left = *rt::cell_of(range + kRange / 2);
  EXPECT_NE(left.written, 0u);
  ASSERT_EQ(shadow_pages(range, kRange), 1u);
  for (int execution = 0; execution < 3; ++execution) rt::begin_shadow(rt::begin_clocks());
  EXPECT_EQ(rt::cell_of(range + kRange / 2)->written, left.written);
  EXPECT_EQ(shadow_pages(range, kRange), 1u);
}

TEST(Shadow, NeedsNoRecordOfBytesThatAreAlikeAgain) {
  rt::prepare_clocks();
  ASSERT_TRUE(rt::prepare_shadow());
  rt::begin_shadow(rt::begin_clocks());
  const std::uintptr_t word = layout::kHeapRegion + 9 * layout::kHeapStride;
  rt::VectorClock lock;
  for (int round = 0; round < 6; ++round) {
    rt::release(lock);  // a new interval
    for (std::uintptr_t i = 0; i < 4; ++i) {
      EXPECT_EQ(rt::cell_of(word)->written >= rt::kMarks, round % 2 == 1 && i != 0);
      const std::uintptr_t byte = word + (round < 3 ? i : 3 - i);
      round % 2 == 0 ? rt::on_words<4, false>(word, 1) : rt::on_part<1, false>(byte, 1);
    }
  }
}

}  // namespace
}  // namespace stalemate::test

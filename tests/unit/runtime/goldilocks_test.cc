// The rules of Goldilocks one by one, and the papers' own executions.
#include "goldilocks.h"

#include <gtest/gtest.h>

#include "event_graph.h"

namespace stalemate::test {
namespace {

// Variables of four bytes.
Event access(Event::Kind kind, std::uint32_t thread, std::uint32_t variable) {
  return {kind, thread, 0, Order::kRelaxed, variable * 4, 4};
}
Event read(std::uint32_t thread, std::uint32_t variable) { return access(Event::kRead, thread, variable); }
Event write(std::uint32_t thread, std::uint32_t variable) { return access(Event::kWrite, thread, variable); }
Event sync(Event::Kind kind, std::uint32_t thread, std::uint32_t object) {
  return {kind, thread, object, Order::kSeqCst, 0, 0};
}
Event create(std::uint32_t thread, std::uint32_t child) { return sync(Event::kCreate, thread, child); }
Event join(std::uint32_t thread, std::uint32_t child) { return sync(Event::kJoin, thread, child); }
Event acquire(std::uint32_t thread, std::uint32_t lock) { return sync(Event::kAcquire, thread, lock); }
Event release(std::uint32_t thread, std::uint32_t lock) { return sync(Event::kRelease, thread, lock); }
Event fence(std::uint32_t thread, Order order) { return {Event::kFence, thread, 0, order, 0, 0}; }
// The atomics lie behind the variables.
Event atomic(Event::Kind kind, std::uint32_t thread, std::uint32_t object, Order order) {
  return {kind, thread, object, order, 64 + object * 4, 4};
}

// Threads 1 to 3 exist. The places of the events with a fault; the graph of events agrees.
std::vector<std::size_t> faults_of(Events events) {
  const Events creations = {create(0, 1), create(0, 2), create(0, 3)};
  events.insert(events.begin(), creations.begin(), creations.end());
  const std::vector<Faults> faults = judged_by_goldilocks(events);
  EXPECT_EQ(faults, judged_by_graph(events));
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < faults.size(); ++i)
    if (faults[i] != 0) places.push_back(i - creations.size());
  return places;
}
using Places = std::vector<std::size_t>;

TEST(Goldilocks, FindsAWriteThatNothingOrders) {
  EXPECT_EQ(faults_of({write(1, 0), write(2, 0)}), Places{1});
  EXPECT_EQ(faults_of({read(1, 0), write(2, 0)}), Places{1});
  EXPECT_EQ(faults_of({read(1, 0), read(2, 0)}), Places{});
}

// "Ownership transfer", the example of the first paper: a location that is protected by one lock, then by
// another, then by none. Locksets that only shrink (Eraser) raise a false alarm here.
TEST(Goldilocks, FollowsALocationFromLockToLock) {
  const std::uint32_t ma = 0, mb = 1, x = 0;
  const Events moves = {write(1, x),    acquire(1, ma), release(1, ma), acquire(2, ma),
                        acquire(2, mb), release(2, ma), release(2, mb), acquire(3, mb),
                        write(3, x),    release(3, mb), read(3, x)};
  EXPECT_EQ(faults_of(moves), Places{});
  Events with_a_gap = moves;
  with_a_gap[4].object = with_a_gap[6].object = ma;  // thread 2 never had the second lock
  EXPECT_EQ(faults_of(with_a_gap), (Places{8, 10}));
}

// The containers of the same paper: a lock of its own for each variable does not help where they are not the
// same.
TEST(Goldilocks, WantsACommonLock) {
  EXPECT_EQ(faults_of({acquire(1, 0), write(1, 0), release(1, 0), acquire(2, 1), write(2, 0), release(2, 1)}),
            Places{4});
  EXPECT_EQ(faults_of({acquire(1, 0), write(1, 0), release(1, 0), acquire(2, 0), write(2, 0), release(2, 0)}),
            Places{});
}

TEST(Goldilocks, FollowsCreationAndJoin) {
  EXPECT_EQ(faults_of({write(1, 0), join(0, 1), write(0, 0)}), Places{});
  EXPECT_EQ(faults_of({write(1, 0), join(0, 2), write(0, 0)}), Places{2});
  EXPECT_EQ(faults_of({write(1, 0), create(1, 4), write(4, 0), write(1, 0)}), Places{3});
}

TEST(Goldilocks, LetsReadersOfALockLearnOfWritersOnly) {
  const auto shared = [](Event::Kind kind, std::uint32_t thread) { return sync(kind, thread, 0); };
  EXPECT_EQ(faults_of({acquire(1, 0), write(1, 0), release(1, 0), shared(Event::kReadAcquire, 2), read(2, 0),
                       shared(Event::kReadRelease, 2), acquire(3, 0), write(3, 0)}),
            Places{});
  EXPECT_EQ(faults_of({shared(Event::kReadAcquire, 1), write(1, 0), shared(Event::kReadRelease, 1),
                       shared(Event::kReadAcquire, 2), write(2, 0)}),
            Places{4});
}

TEST(Goldilocks, KeepsTheRoundsOfABarrierApart) {
  EXPECT_EQ(faults_of({write(1, 0), sync(Event::kArrive, 1, 0), sync(Event::kArrive, 2, 0),
                       sync(Event::kLeave, 2, 0), write(2, 0)}),
            Places{});
  EXPECT_EQ(faults_of({write(1, 0), sync(Event::kArrive, 1, 0), sync(Event::kArrive, 2, 1),
                       sync(Event::kLeave, 2, 1), write(2, 0)}),
            Places{4});
}

TEST(Goldilocks, KnowsMemoryOrders) {
  const auto message = [](Order store, Order load) {
    return faults_of(
        {write(1, 0), atomic(Event::kStore, 1, 0, store), atomic(Event::kLoad, 2, 0, load), read(2, 0)});
  };
  EXPECT_EQ(message(Order::kRelease, Order::kAcquire), Places{});
  EXPECT_EQ(message(Order::kSeqCst, Order::kSeqCst), Places{});
  EXPECT_EQ(message(Order::kRelaxed, Order::kAcquire), Places{3});
  EXPECT_EQ(message(Order::kRelease, Order::kRelaxed), Places{3});
}

// C++20: continued by read-modify-writes of anybody, ended by any other store, even of the same thread.
TEST(Goldilocks, KnowsReleaseSequences) {
  const auto after = [](Event::Kind kind, std::uint32_t thread) {
    return faults_of({write(1, 0), atomic(Event::kStore, 1, 0, Order::kRelease),
                      atomic(kind, thread, 0, Order::kRelaxed), atomic(Event::kLoad, 3, 0, Order::kAcquire),
                      read(3, 0)});
  };
  EXPECT_EQ(after(Event::kModify, 2), Places{});
  EXPECT_EQ(after(Event::kStore, 2), Places{4});
  EXPECT_EQ(after(Event::kStore, 1), Places{4});
}

TEST(Goldilocks, KnowsFences) {
  const auto message = [](bool released, bool acquired) {
    return faults_of({write(1, 0), fence(1, released ? Order::kRelease : Order::kAcquire),
                      atomic(Event::kStore, 1, 0, Order::kRelaxed),
                      atomic(Event::kLoad, 2, 0, Order::kRelaxed),
                      fence(2, acquired ? Order::kAcquire : Order::kRelease), read(2, 0)});
  };
  EXPECT_EQ(message(true, true), Places{});
  EXPECT_EQ(message(false, true), Places{5});
  EXPECT_EQ(message(true, false), Places{5});
  // What comes after the fence is not published by it.
  EXPECT_EQ(faults_of({fence(1, Order::kRelease), write(1, 0), atomic(Event::kStore, 1, 0, Order::kRelaxed),
                       atomic(Event::kLoad, 2, 0, Order::kAcquire), read(2, 0)}),
            Places{4});
}

TEST(Goldilocks, JudgesAtomicsAgainstPlainAccessesOnly) {
  const Event plain = {Event::kWrite, 2, 0, Order::kRelaxed, 64, 4};
  EXPECT_EQ(
      faults_of({atomic(Event::kStore, 1, 0, Order::kRelaxed), atomic(Event::kStore, 2, 0, Order::kRelaxed)}),
      Places{});
  EXPECT_EQ(faults_of({atomic(Event::kStore, 1, 0, Order::kRelaxed), plain}), Places{1});
}

TEST(Goldilocks, KnowsWhenMemoryLives) {
  const auto heap = [](Event::Kind kind, std::uint32_t thread) { return access(kind, thread, 0); };
  EXPECT_EQ(faults_of({write(1, 0), heap(Event::kFree, 2)}), Places{1});
  EXPECT_EQ(faults_of({write(1, 0), heap(Event::kFree, 1), read(1, 0)}), Places{2});
  EXPECT_EQ(faults_of({write(1, 0), heap(Event::kFree, 1), heap(Event::kAllocate, 2), write(2, 0)}),
            Places{});
}

}  // namespace
}  // namespace stalemate::test

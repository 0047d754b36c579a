// An asynchronous processing environment, in the manner of the one that the first paper tests (APE): a pool
// of threads that run items of work, timers that submit one when their time has come, contexts that items
// borrow from a free list without a lock, and a rundown that waits until nothing is pending. An item ends
// once, by being run or by being cancelled, and is freed by whoever lets go of it last.
//
// The test's main thread creates two threads of the pool and one for timers, submits three items and sets a
// timer for a fourth one, takes back one item and the timer, runs the environment down, and stops it.
//
// Bug 1: an item that is cancelled is not counted as ended. Deadlock, least preemptions 0: main submits and
//   cancels before anybody else runs, and waits for the rundown for ever.
// Bug 2: a thread of the pool looks at the item that it ran last, for its trace, when it is stopped. Use
//   after free, least preemptions 0: the thread ran the item and waits for another one; main frees it and
//   then stops the thread.
// Bug 3: cancelling looks whether an item is queued, and then says that it is cancelled, in two steps.
//   Assertion (it ends twice), least preemptions 1. 1 is enough: main looks, is preempted [P1], a thread
//   runs the item, main cancels it. 0 is not: nothing blocks between the two steps.
// Bug 4: the free list has no versions (ABA). Assertion (a context has two users), least preemptions 2. 2
//   are enough: thread S wants context a, has read that b comes next, and is preempted [P1]; thread T takes
//   a, takes b, gives a back, and is preempted while it has b [P2]; S takes a and leaves b as the first of
//   the list, from where it takes b for its next stage. 1 is not: the list is wrong only if S stands
//   between reading the head and replacing it, where nothing blocks: one preemption. If T is not preempted,
//   it stops only where it waits for an item, with nothing borrowed: an item turns "a, b" into "b, a" and
//   the next one turns it back, so that a is first again only when b is second again, and what S has read
//   is true.
#pragma once

#include <array>
#include <deque>
#include <mutex>
#include <thread>

#include "watched.h"

namespace papers {

class Processing {
 public:
  explicit Processing(int bug) : bug_(bug) {}

  void test() {
    StateWatch::enter(0);
    std::thread pool[] = {std::thread([this] { work(1); }), std::thread([this] { work(2); })};
    std::thread clock([this] { keep_time(3); });
    std::array<Item*, kItems> items;
    for (int n = 0; n < kItems; ++n) items[static_cast<std::size_t>(n)] = new Item(n);
    for (std::size_t n = 0; n < 3; ++n) submit(*items[n]);
    set_timer(*items[3]);
    tick_.post();
    cancel(*items[2]);
    stop_timer();
    run_down();
    for (Item* item : items) let_go(item);
    stop();
    for (std::thread& thread : pool) thread.join();
    clock.join();
    stalemate::expect(freed_.load() == kItems, "an item is not freed");
  }

 private:
  static constexpr int kItems = 4, kContexts = 4;  // two for each thread
  enum State : long { kNew, kQueued, kRunning, kDone, kCancelled };
  enum TimerState : long { kIdle, kSet, kFired, kStopped };

  struct Item {
    explicit Item(int n) : number(n) {}
    const int number;
    WatchedAtomic state{kNew};
    WatchedAtomic references{2};  // of whoever made it, and of the environment
    WatchedAtomic ended{0};
  };

  // ---- items
  void submit(Item& item) {
    pending_.add(1);
    enqueue(item);
  }

  void enqueue(Item& item) {
    item.state.store(kQueued);
    push(&item);
  }

  void push(Item* item) {
    {
      const std::lock_guard guard(queue_lock_);
      queue_.push_back(item);
    }
    ready_.post();
  }

  void cancel(Item& item) {
    if (bug_ == 3) {
      if (item.state.load() != kQueued) return;
      item.state.store(kCancelled);
    } else if (!item.state.replace(kQueued, kCancelled)) {
      return;
    }
    if (bug_ != 1) end(item);
  }

  void end(Item& item) {
    stalemate::expect(item.ended.exchange(1) == 0, "an item ends twice");
    if (pending_.add(-1) == 1) drained_.post();
  }

  void let_go(Item* item) {
    if (item->references.add(-1) != 1) return;
    delete item;
    freed_.add(1);
  }

  // ---- timers: there is one
  void set_timer(Item& item) {
    pending_.add(1);
    timed_ = &item;
    timer_.store(kSet);
  }

  void expire() {
    if (timer_.replace(kSet, kFired)) enqueue(*timed_);
  }

  void stop_timer() {
    if (!timer_.replace(kSet, kStopped)) return;
    end(*timed_);
    let_go(timed_);
  }

  void keep_time(std::uint64_t self) {
    StateWatch::enter(self);
    tick_.wait();
    expire();
  }

  // ---- the pool
  void work(std::uint64_t self) {
    StateWatch::enter(self);
    const Item* last = nullptr;
    int last_number = -1;
    while (Item* const item = next()) {
      last = item;
      last_number = item->number;
      run(*item);
      let_go(item);
    }
    if (bug_ == 2 && last != nullptr) last_number = last->number;
    stalemate::expect(last_number < kItems, "the trace is wrong");
  }

  // Nothing: stop.
  Item* next() {
    ready_.wait();
    const std::lock_guard guard(queue_lock_);
    Item* const item = queue_.front();
    queue_.pop_front();
    return item;
  }

  // In two stages; each has a context of its own, and the second one's is borrowed before the first one's is
  // given back.
  void run(Item& item) {
    if (!item.state.replace(kQueued, kRunning)) return;
    const long first = borrow();
    const long second = borrow();
    give_back(first);
    give_back(second);
    item.state.store(kDone);
    end(item);
  }

  void run_down() {
    if (pending_.add(-1) != 1) drained_.wait();
  }

  void stop() {
    for (int n = 0; n < 2; ++n) push(nullptr);
  }

  // ---- contexts. The head is a context and, above it, the version of the list.
  static constexpr long kNone = kContexts, kVersion = 16;

  long borrow() {
    for (;;) {
      const long head = head_.load();
      const long context = head % kVersion;
      stalemate::expect(context != kNone, "there is a context for everybody");
      const long next = next_[static_cast<std::size_t>(context)].load();
      if (!head_.replace(head, changed(head, next))) continue;
      stalemate::expect(used_[static_cast<std::size_t>(context)].exchange(1) == 0, "a context has two users");
      return context;
    }
  }

  void give_back(long context) {
    used_[static_cast<std::size_t>(context)].store(0);
    for (;;) {
      const long head = head_.load();
      next_[static_cast<std::size_t>(context)].store(head % kVersion);
      if (head_.replace(head, changed(head, context))) return;
    }
  }

  long changed(long head, long context) const {
    return bug_ == 4 ? context : (head / kVersion + 1) * kVersion + context;
  }

  const int bug_;
  WatchedAtomic pending_{1};
  WatchedSemaphore drained_, ready_, tick_;
  WatchedMutex queue_lock_;
  std::deque<Item*> queue_;
  WatchedAtomic timer_{kIdle};
  Item* timed_ = nullptr;
  WatchedAtomic head_{0};
  std::array<WatchedAtomic, kContexts> next_{WatchedAtomic(1), WatchedAtomic(2), WatchedAtomic(3),
                                             WatchedAtomic(kNone)};
  std::array<WatchedAtomic, kContexts> used_;
  WatchedAtomic freed_{0};
};

}  // namespace papers

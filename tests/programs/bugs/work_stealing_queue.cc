// The work-stealing queue of Cilk (the THE protocol) on a bounded circular buffer: its owner pushes
// and pops at the tail without a lock unless it meets a thief at the last item; thieves steal at the
// head, one at a time, under the lock. Each item must be taken exactly once.
//
// ITEMS: items pushed by the owner (3). THIEVES: threads that try to steal once (1). CAPACITY: items in the
// buffer (2).
//
// BUG=1: pop compares with the head before it publishes the new tail. Assertion (an item is taken
//   twice), least preemptions 1.
//   1 is enough: all items but one taken, the owner reads the head, sees the last item still there and
//   is preempted before it stores the tail [P1]; the thief still sees the old tail, steals the item
//   and ends; the owner stores the tail and takes the same item. With ITEMS=1 that is the first pop.
//   0 is not: neither thread blocks (the lock is held by the other only if that one was preempted),
//   so pushes, pops and the steal follow one another whole.
// BUG=2: a thief that finds nothing unlocks before it puts the head back. Assertion (an item is never
//   taken) with THIEVES=2 and ITEMS=1, least preemptions 2.
//   2 are enough: thief A on the empty queue moves the head to 1, sees tail 0, unlocks, is preempted
//   before it puts 0 back [P1]; thief B reads head 1, moves it to 2, fails, unlocks, is preempted
//   before it puts 1 back [P2]; A puts 0 back and ends, B puts 1 back and ends; now the owner pushes
//   its item at 0, below the head, where nobody ever looks.
//   1 is not: the head ends wrong only if two thieves are both between unlock and store, and the one
//   whose store comes last is not the one that locked first. Both leave that window unfinished, and
//   nothing there blocks, so each is preempted in it; if only A is, B starts and ends inside A's
//   window and restores what A left, and A restores the rest. (A single item is not enough for B
//   to steal beyond A's head: tail is at most 1, where A's head stands.)
// BUG=3: a thief reads its slot after it has unlocked, when the next thief may free it for reuse. Assertion
//   (an item is taken twice) with THIEVES=2 and ITEMS=4, least preemptions 2.
//   2 are enough: the owner pushes items 1 and 2 and is preempted [P1]; thief A moves the head to 1,
//   succeeds, unlocks and is preempted before it reads slot 0 [P2]; thief B steals item 2 and ends; the
//   owner pushes item 3 into slot 2 and item 4 into slot 0, where A finds it.
//   1 is not: A is stopped between unlock and read, where nothing blocks: one preemption. A succeeded, so
//   the owner had pushed before, and it pushes again while A is stopped, so the owner stood still as
//   well: it was preempted, or it blocked at the lock, which a thief that does not run holds only if
//   preempted there, too.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

#ifndef BUG
#define BUG 0
#endif
#ifndef ITEMS
#define ITEMS 3
#endif
#ifndef THIEVES
#define THIEVES 1
#endif
#ifndef CAPACITY
#define CAPACITY 2
#endif

constexpr int kNothing = 0;

class WorkStealingQueue {
 public:
  // Owner only. False if the buffer is full.
  bool push(int item) {
    const int tail = tail_;
    if (tail - head_ >= CAPACITY) return false;  // the head may be one ahead, for a thief at work
    slot(tail) = item;
    tail_ = tail + 1;
    return true;
  }

  // Owner only.
  int pop() {
    const int tail = tail_ - 1;
#if BUG == 1
    const int head = head_;
    tail_ = tail;
#else
    tail_ = tail;
    const int head = head_;
#endif
    if (head <= tail) return slot(tail);
    tail_ = tail + 1;
    return pop_against_thief(tail);
  }

  // Anybody.
  int steal() {
    std::unique_lock<std::mutex> lock(mutex_);
    const int head = head_;
    head_ = head + 1;
    if (head + 1 > tail_) {
#if BUG == 2
      lock.unlock();
#endif
      head_ = head;
      return kNothing;
    }
#if BUG == 3
    lock.unlock();
#endif
    return slot(head);
  }

 private:
  int pop_against_thief(int tail) {
    std::lock_guard<std::mutex> lock(mutex_);
    tail_ = tail;
    if (head_ <= tail) return slot(tail);
    tail_ = tail + 1;
    return kNothing;
  }

  // One slot more than items: the owner never reaches the one that a thief is about to read.
  std::atomic<int>& slot(int index) { return slots_[index % (CAPACITY + 1)]; }

  std::mutex mutex_;
  std::atomic<int> head_{0};
  std::atomic<int> tail_{0};
  std::atomic<int> slots_[CAPACITY + 1] = {};
};

WorkStealingQueue queue;
std::atomic<bool> taken[ITEMS + 1];  // items are numbered from 1

bool take(int item) {
  if (item == kNothing) return false;
  const bool already_taken = taken[item].exchange(true);
  assert(!already_taken);
  return true;
}

void own() {
  for (int item = 1; item <= ITEMS; ++item)
    while (!queue.push(item)) take(queue.pop());
  while (take(queue.pop())) continue;
}

int main() {
  std::vector<std::thread> threads;
  threads.emplace_back(own);
  for (int i = 0; i < THIEVES; ++i) threads.emplace_back([] { take(queue.steal()); });
  for (std::thread& thread : threads) thread.join();
  while (take(queue.pop())) continue;
  for (int item = 1; item <= ITEMS; ++item) assert(taken[item]);
}

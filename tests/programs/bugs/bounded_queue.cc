// A bounded queue with one slot, between one producer of two items and two consumers of one item each.
//
// BUG=1: producers and consumers wait on the same condition variable, and notify_one wakes one of them.
//   Deadlock, least preemptions 0 (which waiter a notify wakes is explored besides).
//   Consumers A and B block on the empty queue; the producer puts an item, wakes A, and blocks on the
//   full queue; A takes the item, and its notify_one wakes B instead of the producer; A ends, B finds
//   the queue empty and blocks again. Every switch happened at a block or an end.
// BUG=2: a consumer tests with `if`, not `while`. Assertion, least preemptions 0.
//   A blocks on the empty queue; the producer puts an item, wakes A, and blocks on the full queue; B
//   comes first, takes the item and ends; A goes on without a new test, and finds nothing.
// BUG=3: a consumer unlocks between its test and its wait. Deadlock, least preemptions 1.
//   1 is enough: A finds the queue empty, unlocks and is preempted before it locks again [P1]; the
//   producer puts an item, wakes nobody and blocks on the full queue; B takes the item, wakes the producer
//   and ends; the producer puts the other item, wakes nobody again and ends; A waits with an item there.
//   0 is not: A would run from its test into the wait at once, since the lock in between is free: no
//   thread blocks while it holds the mutex.
#include <cassert>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#ifndef BUG
#define BUG 0
#endif

class BoundedQueue {
 public:
  void put(int item) {
    std::unique_lock<std::mutex> lock(mutex_);
    while (items_.size() == kCapacity) not_full().wait(lock);
    items_.push_back(item);
    not_empty().notify_one();
  }

  int take() {
    std::unique_lock<std::mutex> lock(mutex_);
#if BUG == 2
    if (items_.empty()) not_empty().wait(lock);
#elif BUG == 3
    while (items_.empty()) {
      lock.unlock();
      lock.lock();
      not_empty().wait(lock);
    }
#else
    while (items_.empty()) not_empty().wait(lock);
#endif
    assert(!items_.empty());
    const int item = items_.front();
    items_.pop_front();
    not_full().notify_one();
    return item;
  }

 private:
  static constexpr std::size_t kCapacity = 1;

  std::condition_variable& not_empty() { return changed_; }
#if BUG == 1
  std::condition_variable& not_full() { return changed_; }
#else
  std::condition_variable& not_full() { return freed_; }
  std::condition_variable freed_;
#endif

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<int> items_;
};

int main() {
  BoundedQueue queue;
  int first = 0;
  int second = 0;
  std::thread consumer_a([&] { first = queue.take(); });
  std::thread consumer_b([&] { second = queue.take(); });
  std::thread producer([&] {
    queue.put(1);
    queue.put(2);
  });
  consumer_a.join();
  consumer_b.join();
  producer.join();
  assert(first + second == 3);
}

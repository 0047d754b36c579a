// The work-stealing queue as programs use it: thieves come back until the queue is closed, and yield where
// there is nothing to steal. It does not end under every schedule, but under every fair one.
//
// Bug 1: pop compares with the head before it publishes the new tail: an item is taken twice.
// Bug 2: a thief that finds nothing unlocks before it puts the head back: an item is lost.
// Bug 3: a thief reads its slot after it has unlocked, when it may be used again: an item is taken twice.
#pragma once

#include <stalemate/stalemate.h>
#include <array>
#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

namespace papers {

template <int kBug, int kItems, int kThieves>
class SeededQueue {
 public:
  static void scenario() {
    SeededQueue queue;
    std::vector<std::thread> thieves;
    for (int n = 0; n < kThieves; ++n) thieves.emplace_back([&queue] { queue.steal_until_closed(); });
    queue.own();
    for (std::thread& thief : thieves) thief.join();
    for (int item = 1; item <= kItems; ++item) stalemate::expect(queue.taken_[item], "an item is lost");
  }

 private:
  static constexpr int kCapacity = 2, kNothing = 0;

  void own() {
    for (int item = 1; item <= kItems; ++item)
      while (!push(item)) take(pop());
    while (take(pop())) continue;
    closed_ = true;
  }

  void steal_until_closed() {
    while (!closed_)
      if (!take(steal())) stalemate::yield();
  }

  bool take(int item) {
    if (item == kNothing) return false;
    stalemate::expect(!taken_[item].exchange(true), "an item is taken twice");
    return true;
  }

  bool push(int item) {
    const int tail = tail_;
    if (tail - head_ >= kCapacity) return false;
    slot(tail) = item;
    tail_ = tail + 1;
    return true;
  }

  int pop() {
    const int tail = tail_ - 1;
    const int early = kBug == 1 ? head_.load() : 0;
    tail_ = tail;
    const int head = kBug == 1 ? early : head_.load();
    if (head <= tail) return slot(tail);
    tail_ = tail + 1;
    const std::lock_guard<std::mutex> lock(mutex_);
    tail_ = tail;
    if (head_ <= tail) return slot(tail);
    tail_ = tail + 1;
    return kNothing;
  }

  int steal() {
    std::unique_lock<std::mutex> lock(mutex_);
    const int head = head_;
    head_ = head + 1;
    if (head + 1 > tail_) {
      if (kBug == 2) lock.unlock();
      head_ = head;
      return kNothing;
    }
    if (kBug == 3) lock.unlock();
    return slot(head);
  }

  std::atomic<int>& slot(int index) { return slots_[static_cast<std::size_t>(index) % slots_.size()]; }

  std::mutex mutex_;
  std::atomic<int> head_{0}, tail_{0};
  std::array<std::atomic<int>, kCapacity + 1> slots_{};
  std::array<std::atomic<bool>, kItems + 1> taken_{};
  std::atomic<bool> closed_{false};
};

}  // namespace papers

// Two threads add to a counter. RACY: without a lock, and an update may be lost. ATOMIC: the same with atomic
// accesses.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

#ifdef ATOMIC
std::atomic<int> counter;
#else
int counter;
#endif
std::mutex mutex;

void add() {
#ifdef ATOMIC
  counter.store(counter.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
#else
#ifndef RACY
  std::lock_guard hold(mutex);
#endif
  counter++;
#endif
}

int main() {
  std::thread first(add), second(add);
  first.join();
  second.join();
  assert(counter == 2);
}

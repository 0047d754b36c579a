// Two threads add to a counter (THIRD: three), TIMES each. RACY: without a lock, and an update may be lost.
// ATOMIC: the same with atomic accesses. VOLATILE, BENIGN: it is meant.
#ifdef BENIGN
#include <stalemate/stalemate.h>
#endif

#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

#ifndef TIMES
#define TIMES 1
#endif

#ifdef ATOMIC
std::atomic<int> counter;
#elif defined VOLATILE
volatile int counter;
#else
int counter;
#endif
std::mutex mutex;

void add() {
  for (int n = 0; n < TIMES; ++n) {
#ifdef ATOMIC
    counter.store(counter.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
#else
#ifndef RACY
    std::lock_guard hold(mutex);
#endif
    counter = counter + 1;
#endif
  }
}

int main() {
#ifdef BENIGN
  stalemate::benign(&counter);
#endif
  std::thread first(add), second(add);
#ifdef THIRD
  std::thread third(add);
#endif
  first.join();
  second.join();
#ifdef THIRD
  third.join();
  assert(counter == 3 * TIMES);
#else
  assert(counter == 2 * TIMES);
#endif
}

// A lock that looks before it tries, and backs off twice as long after each try that fails.
#include <atomic>

#include "../two_threads.h"

std::atomic<bool> held{false};
int counter = 0;

void lock() {
  for (int patience = 1;; patience *= 2) {
    while (held.load(std::memory_order_relaxed)) PAUSE();
    if (!held.exchange(true, std::memory_order_acquire)) return;
    for (int n = 0; n < patience; ++n) PAUSE();
  }
}

void* count(void*) {
  for (int times = 0; times < 2; ++times) {
    lock();
    ++counter;
    held.store(false, std::memory_order_release);
  }
  return nullptr;
}

int main() {
  run_both(count, count);
  assert(counter == 4);
}

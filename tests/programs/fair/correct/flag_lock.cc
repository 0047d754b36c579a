// The lock of the standard's example: a flag that is set again and again until it was clear.
#include <atomic>

#include "../two_threads.h"

std::atomic_flag flag = ATOMIC_FLAG_INIT;
int counter = 0;

void* count(void*) {
  for (int times = 0; times < 2; ++times) {
    while (flag.test_and_set(std::memory_order_acquire)) PAUSE();
    ++counter;
    flag.clear(std::memory_order_release);
  }
  return nullptr;
}

int main() {
  run_both(count, count);
  assert(counter == 4);
}

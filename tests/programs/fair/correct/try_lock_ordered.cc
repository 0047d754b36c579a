// Two locks that both threads take in the same order, the second in a loop of tries with a back-off: whoever
// has the first gets the second, so that the tries end.
#include <mutex>

#include "../two_threads.h"

std::mutex first, second;
int counter = 0;

void lock_second() {
  for (int patience = 1; !second.try_lock(); patience = patience < 4 ? patience * 2 : patience)
    for (int n = 0; n < patience; ++n) PAUSE();
}

void* count_both(void*) {
  for (int times = 0; times < 2; ++times) {
    std::lock_guard<std::mutex> lock(first);
    lock_second();
    ++counter;
    second.unlock();
  }
  return nullptr;
}

void* count_second(void*) {
  lock_second();
  ++counter;
  second.unlock();
  return nullptr;
}

int main() {
  run_both(count_both, count_second);
  assert(counter == 3);
}

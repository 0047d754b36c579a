// Bugs that a random walk hardly ever hits. -DBEHIND: one thread has to fall behind the whole of another.
// Otherwise: a check has to come between two neighbouring steps, with others before and behind.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> shared{0}, idle{0}, other{0};

void repeat(std::atomic<int>& counter, int times) {
  for (int n = 0; n < times; ++n) counter++;
}

int main() {
  std::thread first([] {
    repeat(idle, 9);
    shared++;
#ifndef BEHIND
    shared++;
    repeat(idle, 9);
#endif
  });
  std::thread second([] {
#ifndef BEHIND
    repeat(other, 9);
#endif
    assert(shared.load() != 1);
  });
  first.join();
  second.join();
}

// State spaces with cycles: threads that go round until another one lets them go. Without fairness there are
// executions without an end; each state is met once nevertheless.
//
// WAITS=1: a loop that only looks. WAITS=2: one that changes a variable in turns. WAITS=3: one that yields.
// WAITS=4: one that sleeps.
#include <stalemate/stalemate.h>

#include <atomic>
#include <chrono>
#include <thread>

std::atomic<int> flag{0}, turn{0};

void wait() {
  while (flag == 0) {
#if WAITS == 2
    turn = (turn + 1) % 3;
#elif WAITS == 3
    stalemate::yield();
#elif WAITS == 4
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
#endif
  }
}

int main() {
  std::thread waits(wait);
  std::thread lets_go([] { flag = 1; });
  waits.join();
  lets_go.join();
}

// State spaces with cycles: threads that go round until another one lets them go. Without fairness there are
// executions without an end; each state is met once nevertheless.
//
// WAITS=1: a loop that only looks. WAITS=2: one that changes a variable in turns. WAITS=3: one that yields.
// WAITS=4: one that sleeps. WAITS=5: one that looks at the clock, which goes on, and gives up.
#include <stalemate/stalemate.h>

#include <atomic>
#include <chrono>
#include <thread>

std::atomic<int> flag{0}, turn{0};

#if WAITS == 5
void wait() {
  const auto begin = std::chrono::steady_clock::now();
  for (int n = 0; n < 2 && flag == 0; ++n) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  turn = std::chrono::steady_clock::now() - begin > std::chrono::milliseconds(1) ? 2 : 1;
}
#else
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
#endif

int main() {
  std::thread waits(wait);
  std::thread lets_go([] { flag = 1; });
  waits.join();
  lets_go.join();
}

// Figure 3 of the second paper, with an observer: t sets x, u reads it in a loop with a yield, and main looks
// at it once. It ends in every fair execution.
#include <sched.h>

#include <atomic>
#include <thread>

int main() {
  std::atomic<int> x{0};
  std::thread t([&x] { x.store(1); });
  std::thread u([&x] {
    while (x.load() != 1) sched_yield();
  });
  x.load();
  t.join();
  u.join();
}

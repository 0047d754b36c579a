// Figure 8: the loop waits for a copy to change, and does not read the variable again. Livelock.
//
// Least preemptions 0: main blocks in the join, and the waiter starts before the setter.
#include <atomic>
#include <chrono>
#include <thread>

std::atomic<int> x{0};

void wait() {
  volatile int copy = x;
  while (copy != 1) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

int main() {
  std::thread waiter(wait);
  std::thread setter([] { x = 1; });
  waiter.join();
  setter.join();
}

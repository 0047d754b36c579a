// Spins so many times, then takes the slow path, where the bug is.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<bool> ready{false};

int main() {
  std::thread waiter([] {
    for (int spins = 0; spins < SPINS; ++spins)
      if (ready.load()) return;
    assert(FIXED);
  });
  ready = true;
  waiter.join();
}

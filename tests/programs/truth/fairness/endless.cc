// A loop with a live counter that waits for another thread: it does not repeat itself, and does not end by itself
// either. What was left out is said.
#include <sched.h>

#include <atomic>
#include <thread>

std::atomic<bool> stop{false};
long ticks = 0;

int main() {
  std::thread ticker([] {
    while (!stop.load()) {
      ++ticks;
      sched_yield();
    }
  });
  stop = true;
  ticker.join();
}

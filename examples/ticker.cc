// A thread that counts until it is told to stop: it never repeats itself, and does not end by itself either.
#include <sched.h>

#include <atomic>
#include <thread>

int main() {
  std::atomic<bool> stop{false};
  long ticks = 0;
  std::thread ticker([&] {
    while (!stop.load()) {
      ++ticks;
      sched_yield();
    }
  });
  stop = true;
  ticker.join();
}

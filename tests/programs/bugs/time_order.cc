// Time goes where the program's order goes (S12): who comes after another reads no earlier clock.
//
// PART=1: handed over by an atomic variable. PART=2: by a pipe. PART=3: by a promise. Clean.
#include <unistd.h>
#include <atomic>
#include <cassert>
#include <chrono>
#include <future>
#include <thread>

#ifndef PART
#define PART 1
#endif

using Clock = std::chrono::steady_clock;

Clock::time_point published;

int main() {
  std::atomic<bool> ready{false};
  std::promise<void> promise;
  int ends[2];
  if (pipe(ends) != 0) return 1;
  std::thread consumer([&] {
    char byte = 0;
    if (PART == 1)
      while (!ready) std::this_thread::yield();
    if (PART == 2 && read(ends[0], &byte, 1) != 1) return;
    if (PART == 3) promise.get_future().wait();
    assert(Clock::now() >= published);
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(1));
  const auto now = Clock::now();  // gcc does not instrument the store of what a function returns
  published = now;
  if (PART == 1) ready = true;
  if (PART == 2 && write(ends[1], "x", 1) != 1) return 1;
  if (PART == 3) promise.set_value();
  consumer.join();
}

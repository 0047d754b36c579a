// A range whose step is set in two stores, walked by another thread from 0 to its end.
//
// BUG=1: the walker does not lock, and may read the step as 0: it walks on the spot, in a loop without any
//   synchronization, which no scheduling point can end. Timeout, least preemptions 1.
//   1 is enough: the setter stores 0 and is preempted before it stores 2 [P1]; the walker reads 0.
//   0 is not: the setter does not block between its two stores.
#include <atomic>
#include <mutex>
#include <thread>

#ifndef BUG
#define BUG 0
#endif

std::mutex mutex;
std::atomic<int> step{1};

void set_step(int wanted) {
  std::lock_guard<std::mutex> lock(mutex);
  step = 0;
  step = wanted;
}

int read_step() {
#if BUG != 1
  std::lock_guard<std::mutex> lock(mutex);
#endif
  return step;
}

void walk() {
  const int stride = read_step();
  // The empty statement keeps the compiler from proving that the loop ends.
  for (int place = 0; place < 10; place += stride) __asm__ volatile("" : "+r"(place));
}

int main() {
  std::thread setter(set_step, 2);
  std::thread walker(walk);
  setter.join();
  walker.join();
}

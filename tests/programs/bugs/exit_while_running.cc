// Main returns while detached threads still run, or have not started: the process ends, and with it the
// execution. That is no failure. (To detach a thread is a step, like to create one.)
//
// BUG=1: main promises that the work is done when it returns 0, and cannot keep it. With
//   --exit-code=finding: an exit code other than 0, least preemptions 0: main does not block at all, so
//   it reads the count before any other thread has started.
#include <atomic>
#include <thread>

#ifndef BUG
#define BUG 0
#endif

std::atomic<int> done{0};

int main() {
  std::thread([] { done.fetch_add(1); }).detach();
  std::thread([] { done.fetch_add(1); }).detach();
#if BUG == 1
  return done == 2 ? 0 : 3;
#endif
}

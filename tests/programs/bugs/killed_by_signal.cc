// A program that kills itself with a signal that nobody catches. Correct: the flag is seen before.
//
// BUG=1: a check-then-act: if the other thread changes the flag between the check and the act, SIGTERM: 1
// preemption.
#include <atomic>
#include <csignal>
#include <thread>

#ifndef BUG
#define BUG 0
#endif

std::atomic<int> flag{0};

int main() {
  std::thread other([] { flag = 1; });
  const int seen = flag;
  const int again = BUG == 1 ? flag.load() : seen;
  if (seen != again) std::raise(SIGTERM);
  other.join();
}

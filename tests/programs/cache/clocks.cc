// A thread sleeps or does not, and looks at the clock only later: until then nothing but the clock tells the
// two apart. The assertion fails where it has slept and the other thread was in between, which is one
// preemption away from either: where clocks are no part of states, it is tried after the one that did not
// sleep alone.
#include <stalemate/stalemate.h>

#include <atomic>
#include <cassert>
#include <chrono>
#include <thread>

using Clock = std::chrono::steady_clock;

std::atomic<int> at{0}, between{0};

__attribute__((noinline)) void maybe_sleep() {
  if (stalemate::choose(2) == 1) std::this_thread::sleep_for(std::chrono::seconds(100));
}

// Of what calls have left below the stack.
__attribute__((noinline)) void wipe() {
  volatile char room[1000];
  for (volatile char& c : room) c = 0;
}

int main() {
  const auto begin = Clock::now();
  std::thread other([] {
    if (at == 2) between = 1;
  });
  maybe_sleep();
  wipe();
  at = 1;
  at = 2;
  at = 3;
  const bool slept = Clock::now() - begin > std::chrono::seconds(50);
  assert(!slept || between == 0);
  other.join();
}

// An atomic struct of twelve bytes, for which the compiler calls its support library. Correct with a
// compare-and-exchange loop.
//
// BUG=1: load, change, store: the other thread's change is lost if it comes in between: 1 preemption.
#include <atomic>
#include <cassert>
#include <thread>

#ifndef BUG
#define BUG 0
#endif

struct Wide {
  int a, b, c;
};

std::atomic<Wide> wide{Wide{0, 0, 0}};

void add() {
  Wide seen = wide.load();
#if BUG == 1
  wide.store({seen.a + 1, seen.b, seen.c});
#else
  while (!wide.compare_exchange_strong(seen, {seen.a + 1, seen.b, seen.c})) {
  }
#endif
}

int main() {
  std::thread other(add);
  add();
  other.join();
  assert(wide.load().a == 2);
}

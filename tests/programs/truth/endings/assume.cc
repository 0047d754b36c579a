// One thread abandons the execution. What another thread does before that is explored: a race with it, and a
// failed expectation.
#include <stalemate/stalemate.h>

#include <atomic>
#include <thread>

int plain;
std::atomic<int> x, y;

int main() {
  std::thread other([] {
#ifdef RACE
    plain = 1;
#endif
    x = 1;
    y = 1;
#ifdef EXPECT
    stalemate::expect(x == 0, "another thread failed before");
#endif
  });
#ifdef RACE
  plain = 2;
#endif
  stalemate::assume(false);
  other.join();
}

// Two increments. LOST: an update can be lost, which fails an assertion.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> value{0};

void increment() {
#ifdef LOST
  const int seen = value;
  value = seen + 1;
#else
  ++value;
#endif
}

int main() {
  std::thread other(increment);
  increment();
  other.join();
  assert(value == 2);
}

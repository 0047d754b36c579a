// More releases in one execution than are told apart: its races are not looked for any further, and it goes
// on.
#include <atomic>
#include <thread>

int counter;

int main() {
  for (int n = 0; n < 17'000'000; ++n) std::atomic_thread_fence(std::memory_order_release);
  std::thread other([] { counter++; });
  counter++;
  other.join();
}

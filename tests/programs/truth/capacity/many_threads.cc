// Threads that are created and joined one after the other, more than the tool has numbers for.
#include <atomic>
#include <thread>

std::atomic<int> count;
int plain;

int main() {
#ifdef WRONG
  std::thread other([] { plain = 1; });
  plain = 2;
  other.join();
#endif
  for (int n = 0; n < THREADS; ++n) std::thread([] { count++; }).join();
}

// Threads that take turns at a counter and tell the whole of their state after every turn: where each of them
// is, and the counter. -DPLAIN: by state() instead of state_here(), which caches take alike.
#include <stalemate/stalemate.h>

#include <atomic>
#include <thread>

std::atomic<int> counter{0};
int place[2];

void turns(int self) {
  for (int n = 1; n <= 3; ++n) {
    counter = (counter + 1) % 2;
    place[self] = n;
#ifdef PLAIN
    stalemate::state(place[0], place[1], counter.load());
#else
    stalemate::state_here(place[0], place[1], counter.load());
#endif
  }
}

int main() {
  std::thread a(turns, 0), b(turns, 1);
  a.join();
  b.join();
}

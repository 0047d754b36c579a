// The indexer of Flanagan and Godefroid (POPL 2005): THREADS threads put four messages each into one hash
// table; up to eleven of them never collide.
//
// Thread t puts its m-th message at place 7 (11 m + t) mod 128 = 77 m + 7 t mod 128. Of twelve threads,
// thread 11's messages 1, 2, 3 collide with thread 0's 2, 3, 4 (at 26, 103, 52), and nothing else does: three
// times one of two comes first, 8 classes. Both meet the places in the same order, so that what an order of
// the three costs is how often the winner changes: 2 of them never, 4 once, 2 twice.
#include <atomic>
#include <thread>
#include <vector>

#ifndef THREADS
#define THREADS 12
#endif

constexpr int kSize = 128, kMost = 4;
std::atomic<int> table[kSize];

void index(int thread) {
  for (int m = 1; m <= kMost; ++m) {
    const int word = m * 11 + thread;
    int place = word * 7 % kSize;
    for (int empty = 0; !table[place].compare_exchange_strong(empty, word); empty = 0)
      place = (place + 1) % kSize;
  }
}

int main() {
  std::vector<std::thread> threads;
  for (int t = 0; t < THREADS; ++t) threads.emplace_back(index, t);
  for (std::thread& thread : threads) thread.join();
}

// A variable that a second thread uses in some interleavings only, by code that runs in these only.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> gate{0}, cell{0};

int main() {
  std::thread a([] {
    std::atomic<int> own{0};
    for (int i = 0; i < 40; ++i) own.fetch_add(i);
#ifdef SWAP
    int expected = 0;
    while (!cell.compare_exchange_weak(expected, expected + 1)) {
    }
    expected = 1;
    while (!cell.compare_exchange_weak(expected, expected + 1)) {
    }
#else
    cell.store(1);
    cell.store(2);
#endif
    gate.store(1);
  });
  std::thread b([] {
    if (gate.load() != 0) return;
    const int seen = cell.load();
#ifdef WRONG
    assert(seen != 1);
#else
    assert(seen >= 0);
#endif
  });
  a.join();
  b.join();
}

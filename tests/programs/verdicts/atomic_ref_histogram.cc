// A histogram of plain ints, filled through atomic_ref. RACY: one thread adds without it.
#include <atomic>
#include <thread>

int bins[4];

void add(int bin) {
  std::atomic_ref<int>(bins[bin]).fetch_add(1, std::memory_order_relaxed);  // [atomic]
}

void add_fast(int bin) {
#ifdef RACY
  bins[bin] += 1;  // [plain]
#else
  add(bin);
#endif
}

int main() {
  std::thread worker([] {
    add(1);
    add(2);
  });
  add_fast(0);
  add_fast(2);
  worker.join();
  return bins[2] == 0;
}

// Each thread counts for itself and adds its share at its end, in the destructor of a thread_local.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<long> grand_total{0};

struct Tally {
  long count = 0;
  ~Tally() { grand_total += count; }
};
thread_local Tally tally;
thread_local int depth = 1;

static void work(int n) {
  assert(depth == 1);
  for (int i = 0; i < n; ++i) {
    ++tally.count;
    ++depth;
  }
  assert(depth == n + 1);
}

int main() {
  std::thread a(work, 100), b(work, 200);
  work(5);
  a.join();
  b.join();
  assert(tally.count == 5);
  assert(grand_total == 300);
}

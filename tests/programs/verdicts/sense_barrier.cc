// A sense-reversing barrier. RACY: those who wait look at the sense with relaxed order.
#include <atomic>
#include <thread>

#ifdef RACY
constexpr auto kLook = std::memory_order_relaxed;
#else
constexpr auto kLook = std::memory_order_acquire;
#endif

std::atomic<int> missing{2};
std::atomic<bool> sense{false};
int part[2];

void arrive(bool mine) {
  if (missing.fetch_sub(1, std::memory_order_acq_rel) == 1) {
    missing.store(2, std::memory_order_relaxed);
    sense.store(mine, std::memory_order_release);
  } else {
    while (sense.load(kLook) != mine) std::this_thread::yield();
  }
}

int work(int self) {
  part[self] = self + 1;  // [part]
  arrive(true);
  return part[0] + part[1];  // [sum]
}

int main() {
  std::thread other(work, 1);
  const int sum = work(0);
  other.join();
  return sum == 0;
}

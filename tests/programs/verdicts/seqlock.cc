// A sequence lock: the reader tries again when the number has changed. RACY: what it protects is plain, and
// read at the same time, whatever becomes of the copy.
#include <atomic>
#include <thread>

std::atomic<unsigned> sequence{0};
#ifdef RACY
struct Plain {
  int value;
  int load(std::memory_order) const { return value; }        // [read]
  void store(int next, std::memory_order) { value = next; }  // [write]
};
Plain low, high;
#else
std::atomic<int> low, high;
#endif

void write(int value) {
  sequence.store(1, std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_release);
  low.store(value, std::memory_order_relaxed);
  high.store(-value, std::memory_order_relaxed);
  sequence.store(2, std::memory_order_release);
}

int read() {
  for (;;) {
    const unsigned before = sequence.load(std::memory_order_acquire);
    const int sum = low.load(std::memory_order_relaxed) + high.load(std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_acquire);
    if (sequence.load(std::memory_order_relaxed) == before && before % 2 == 0) return sum;
    std::this_thread::yield();
  }
}

int main() {
  std::thread writer(write, 5);
  const int sum = read();
  writer.join();
  return sum;
}

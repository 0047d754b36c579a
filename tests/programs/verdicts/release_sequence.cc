// A value is published by stage 1; stages 2 and 3 follow. Relaxed read-modify-writes go on with the release
// sequence that the store began. OTHER: a relaxed store of another thread ends it. SAME: so does one of the
// same thread, since C++20.
#include <atomic>
#include <thread>

std::atomic<int> stage{0};
int value;

void prepare() {
  value = 42;  // [prepare]
  stage.store(1, std::memory_order_release);
#ifdef SAME
  stage.store(2, std::memory_order_relaxed);
#else
  stage.fetch_add(1, std::memory_order_relaxed);
#endif
}

void advance() {
  while (stage.load(std::memory_order_relaxed) != 2) std::this_thread::yield();
#ifdef OTHER
  stage.store(3, std::memory_order_relaxed);
#else
  int expected = 2;
  stage.compare_exchange_strong(expected, 3, std::memory_order_relaxed);
#endif
}

int main() {
  std::thread first(prepare), second(advance);
  while (stage.load(std::memory_order_acquire) != 3) std::this_thread::yield();
  const int got = value;  // [use]
  first.join();
  second.join();
  return got == 0;
}

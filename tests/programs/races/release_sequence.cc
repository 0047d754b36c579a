// A relaxed read-modify-write continues the release sequence that a store began; a relaxed store of another
// thread (RACY) ends it.
#include <atomic>
#include <thread>

int value, copy;
std::atomic<int> stage{0};

int main() {
  std::thread producer([] {
    value = 42;
    stage.store(1, std::memory_order_release);
  });
  std::thread between([] {
#ifdef RACY
    if (stage.load(std::memory_order_relaxed) == 1) stage.store(2, std::memory_order_relaxed);
#else
    int expected = 1;
    stage.compare_exchange_strong(expected, 2, std::memory_order_relaxed);
#endif
  });
  if (stage.load(std::memory_order_acquire) == 2) copy = value;
  producer.join();
  between.join();
}

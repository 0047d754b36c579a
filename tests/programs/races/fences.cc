// A value published through relaxed accesses: with fences around them it is ordered, without (RACY) it is
// not.
#include <atomic>
#include <thread>

int value, copy;
std::atomic<int> ready{0};

int main() {
  std::thread producer([] {
    value = 42;
#ifndef RACY
    std::atomic_thread_fence(std::memory_order_release);
#endif
    ready.store(1, std::memory_order_relaxed);
  });
  if (ready.load(std::memory_order_relaxed) != 0) {
#ifndef RACY
    std::atomic_thread_fence(std::memory_order_acquire);
#endif
    copy = value;
  }
  producer.join();
}

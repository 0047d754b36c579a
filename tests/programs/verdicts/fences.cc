// A relaxed flag between a release and an acquire fence. LATE: the release fence comes after the store.
// EARLY: the acquire fence comes before the load.
#include <atomic>
#include <thread>

std::atomic<bool> ready{false};
int value;

void publish() {
  value = 42;  // [write]
#ifdef LATE
  ready.store(true, std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_release);
#else
  std::atomic_thread_fence(std::memory_order_release);
  ready.store(true, std::memory_order_relaxed);
#endif
}

int main() {
  std::thread publisher(publish);
#ifdef EARLY
  std::atomic_thread_fence(std::memory_order_acquire);
  while (!ready.load(std::memory_order_relaxed)) std::this_thread::yield();
#else
  while (!ready.load(std::memory_order_relaxed)) std::this_thread::yield();
  std::atomic_thread_fence(std::memory_order_acquire);
#endif
  const int got = value;  // [read]
  publisher.join();
  return got == 0;
}

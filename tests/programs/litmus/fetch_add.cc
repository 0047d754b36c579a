// THREADS threads, each with OPERATIONS atomic operations on one variable; main creates all, then joins all.
#include <atomic>
#include <thread>
#include <vector>

#ifndef THREADS
#define THREADS 2
#endif
#ifndef OPERATIONS
#define OPERATIONS 2
#endif

std::atomic<int> x{0};

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < THREADS; ++i)
    threads.emplace_back([] {
      for (int j = 0; j < OPERATIONS; ++j) x.fetch_add(1);
    });
  for (std::thread& thread : threads) thread.join();
}

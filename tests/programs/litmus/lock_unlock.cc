// THREADS threads, each OPERATIONS times through one critical section; main creates all, then joins all.
#include <mutex>
#include <thread>
#include <vector>

#ifndef THREADS
#define THREADS 2
#endif
#ifndef OPERATIONS
#define OPERATIONS 3
#endif

std::mutex mutex;
int n = 0;

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < THREADS; ++i)
    threads.emplace_back([] {
      for (int j = 0; j < OPERATIONS; ++j) {
        std::lock_guard<std::mutex> lock(mutex);
        ++n;
      }
    });
  for (std::thread& thread : threads) thread.join();
}

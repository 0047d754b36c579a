// 200 threads at once, each with one critical section: correct. For one execution, not for a search.
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

constexpr int kThreads = 200;

std::mutex mutex;
int count = 0;

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i)
    threads.emplace_back([] {
      std::lock_guard<std::mutex> lock(mutex);
      ++count;
    });
  for (std::thread& thread : threads) thread.join();
  assert(count == kThreads);
}

// Two threads with 25,000 critical sections each, 100,000 steps and a few more: correct. For one execution.
#include <cassert>
#include <mutex>
#include <thread>

constexpr int kRounds = 25000;

std::mutex mutex;
int count = 0;

void run() {
  for (int i = 0; i < kRounds; ++i) {
    std::lock_guard<std::mutex> lock(mutex);
    ++count;
  }
}

int main() {
  std::thread one(run);
  std::thread other(run);
  one.join();
  other.join();
  assert(count == 2 * kRounds);
}

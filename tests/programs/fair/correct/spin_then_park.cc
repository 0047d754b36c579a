// Who waits looks a few times first, and only then goes to sleep on a condition variable.
#include <atomic>
#include <condition_variable>
#include <mutex>

#include "../two_threads.h"

std::atomic<bool> ready{false};
std::mutex mutex;
std::condition_variable changed;
int value = 0;

void* publish(void*) {
  value = 42;
  {
    std::lock_guard<std::mutex> lock(mutex);
    ready = true;
  }
  changed.notify_one();
  return nullptr;
}

void* wait(void*) {
  for (int looks = 0; looks < 4 && !ready; ++looks) PAUSE();
  if (!ready) {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [] { return ready.load(); });
  }
  assert(value == 42);
  return nullptr;
}

int main() { run_both(publish, wait); }

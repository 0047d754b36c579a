// A detached thread writes: nothing orders that with the end of main, except a lock.
#include <mutex>
#include <thread>

std::mutex mutex;
int value, copy;

int main() {
  std::thread([] {
#ifndef RACY
    std::lock_guard hold(mutex);
#endif
    value = 1;
  }).detach();
#ifndef RACY
  std::lock_guard hold(mutex);
#endif
  copy = value;
}

// A value handed over under a mutex and a condition variable. RACY: looked at once more without the mutex.
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable changed;
int value, copy;

int main() {
  std::thread producer([] {
    for (int i = 1; i <= 2; ++i) {
      std::lock_guard hold(mutex);
      value = i;
      changed.notify_one();
    }
  });
  {
    std::unique_lock hold(mutex);
    changed.wait(hold, [] { return value != 0; });
  }
#ifdef RACY
  copy = value;
#endif
  producer.join();
  copy = value;
}

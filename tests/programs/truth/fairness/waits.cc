// Loops that wait, each proven to repeat itself: complete, and nothing is found.
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

std::atomic<int> flag{0}, other{0};
std::mutex mutex;
bool done = false;
int data = 0;

bool is_done() {
  std::lock_guard<std::mutex> lock(mutex);
  return done;
}

void wait() {
  switch (WAITS) {
    case 0:
      while (flag.load() == 0) {
      }
      break;
    case 1:
      while (flag.load() == 0) sched_yield();
      break;
    case 2:
      while (flag.load() == 0 || other.load() == 0) usleep(100);
      break;
    case 3:  // under a mutex
      while (!is_done()) {
      }
      break;
    case 4:  // a back-off that becomes no longer
      for (int pause = 1; flag.load() == 0; pause = pause < 8 ? pause * 2 : pause)
        for (int n = 0; n < pause; ++n) asm volatile("pause");
      break;
    default:  // tries
      while (!mutex.try_lock()) sched_yield();
      mutex.unlock();
      while (flag.exchange(flag.load()) == 0) {
      }
  }
}

int main() {
  std::thread setter([] {
    data = 1;
    other = 1;
    std::lock_guard<std::mutex> lock(mutex);
    done = true;
    flag = 1;
  });
  wait();
  setter.join();
  assert(data == 1);
}

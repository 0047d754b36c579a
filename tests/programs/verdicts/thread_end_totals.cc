// Each thread adds its share to the total in the destructor of a thread_local. RACY: without the lock.
#include <mutex>
#include <thread>

std::mutex mutex;
int total;

struct Share {
  int count = 0;
  ~Share() {
#ifndef RACY
    std::lock_guard hold(mutex);
#endif
    total += count;  // [add]
  }
};

thread_local Share share;

void work() { share.count = 3; }

int main() {
  std::thread first(work), second(work);
  first.join();
  second.join();
  return total == 0;
}

// A table that is read under a shared lock. RACY: the readers count their hits under it, too.
#include <atomic>
#include <mutex>
#include <shared_mutex>
#include <thread>

std::shared_mutex mutex;
int setting = 1;
#ifdef RACY
int hits;
#else
std::atomic<int> hits;
#endif

int look_up() {
  std::shared_lock hold(mutex);
  ++hits;  // [hit]
  return setting;
}

void change(int value) {
  std::unique_lock hold(mutex);
  setting = value;
}

int main() {
  std::thread reader(look_up), writer(change, 2);
  look_up();
  reader.join();
  writer.join();
}

// A refresh that waits for its lock for a while. RACY: it goes on without the lock when the time is over.
#include <chrono>
#include <mutex>
#include <thread>

std::timed_mutex mutex;
int cached;

void refresh() {
#ifdef RACY
  const bool locked = mutex.try_lock_for(std::chrono::milliseconds(1));
  cached = 2;  // [refresh]
  if (locked) mutex.unlock();
#else
  if (!mutex.try_lock_for(std::chrono::milliseconds(1))) return;
  cached = 2;
  mutex.unlock();
#endif
}

int main() {
  std::unique_lock hold(mutex);
  std::thread refresher(refresh);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  cached = 1;  // [fill]
  hold.unlock();
  refresher.join();
}

// Wrong: the flag is atomic, so its setter thinks that it needs no lock.
// Least bound 1, deadlock: interrupt the waiter after it read the flag under the lock and before it sleeps;
// the setter stores and notifies nobody. Without a preemption either the waiter sleeps first and is woken, or
// it sees the flag.
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

struct Event {
  void set() {
    flag = true;
    cv.notify_one();
  }
  void wait() {
    std::unique_lock<std::mutex> lock(mutex);
    while (!flag) cv.wait(lock);
  }
  std::atomic<bool> flag{false};
  std::mutex mutex;
  std::condition_variable cv;
};

int main() {
  Event event;
  std::thread waiter([&] { event.wait(); });
  std::thread setter([&] { event.set(); });
  waiter.join();
  setter.join();
}

// Wrong: a wait without a condition, which a notification that came first cannot end.
// Least bound 0, deadlock: main waits in join, the notifier runs first and ends, the waiter waits for ever.
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex m;
std::condition_variable cv;

int main() {
  std::thread waiter([] {
    std::unique_lock<std::mutex> lock(m);
    cv.wait(lock);
  });
  std::thread notifier([] { cv.notify_one(); });
  waiter.join();
  notifier.join();
}

// A bell with one listener, which unsubscribes when it hears the bell.
//
// BUG=1: the bell calls its listener with the mutex held, and the listener locks it again. Deadlock (of
//   one thread with itself), least preemptions 0: the subscriber runs and ends, then the ringer runs.
//   The other order, ringer first, is harmless.
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

#ifndef BUG
#define BUG 0
#endif

class Bell {
 public:
  void subscribe(std::function<void()> listener) {
    std::lock_guard<std::mutex> lock(mutex_);
    listener_ = std::move(listener);
  }
  void unsubscribe() {
    std::lock_guard<std::mutex> lock(mutex_);
    listener_ = nullptr;
  }
  void ring() {
    std::unique_lock<std::mutex> lock(mutex_);
    const std::function<void()> listener = listener_;
#if BUG != 1
    lock.unlock();
#endif
    if (listener) listener();
  }

 private:
  std::mutex mutex_;
  std::function<void()> listener_;
};

int main() {
  Bell bell;
  std::thread subscriber([&] { bell.subscribe([&] { bell.unsubscribe(); }); });
  std::thread ringer([&] { bell.ring(); });
  subscriber.join();
  ringer.join();
}

// Wrong: double-checked locking that publishes the object before it is ready.
// Least bound 1, assertion: interrupt the first thread between the store of the pointer and init(); the other
// finds the pointer without the lock. Without a preemption the object is ready before anybody else looks.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

class Service {
 public:
  static Service& get() {
    Service* s = instance.load(std::memory_order_acquire);
    if (!s) {
      std::lock_guard<std::mutex> lock(mutex);
      s = instance.load(std::memory_order_relaxed);
      if (!s) {
        s = &storage;
        instance.store(s, std::memory_order_release);
        s->init();
      }
    }
    return *s;
  }
  int port() const { return port_.load(); }

 private:
  void init() { port_.store(8080); }
  std::atomic<int> port_{0};
  static std::atomic<Service*> instance;
  static std::mutex mutex;
  static Service storage;
};

std::atomic<Service*> Service::instance{nullptr};
std::mutex Service::mutex;
Service Service::storage;

int main() {
  auto use = [] { assert(Service::get().port() == 8080); };
  std::thread a(use), b(use);
  a.join();
  b.join();
}

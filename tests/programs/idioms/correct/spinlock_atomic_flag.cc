// The spin lock of atomic_flag, as a BasicLockable.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

class spinlock {
  std::atomic_flag flag = ATOMIC_FLAG_INIT;

 public:
  void lock() {
    while (flag.test_and_set(std::memory_order_acquire)) std::this_thread::yield();
  }
  void unlock() { flag.clear(std::memory_order_release); }
};

int main() {
  spinlock lock;
  int n = 0;
  auto add = [&] {
    std::lock_guard<spinlock> hold(lock);
    n += 1;
  };
  std::thread a(add), b(add);
  a.join();
  b.join();
  assert(n == 2);
}

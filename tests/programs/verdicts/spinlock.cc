// The spin lock of atomic_flag. RACY: it is cleared with relaxed order, so the next owner learns nothing.
#include <atomic>
#include <thread>

class SpinLock {
 public:
  void lock() {
    while (flag_.test_and_set(std::memory_order_acquire)) std::this_thread::yield();
  }
  void unlock() {
#ifdef RACY
    flag_.clear(std::memory_order_relaxed);
#else
    flag_.clear(std::memory_order_release);
#endif
  }

 private:
  std::atomic_flag flag_ = ATOMIC_FLAG_INIT;
};

SpinLock spin;
int entries;

void enter() {
  spin.lock();
  entries = entries + 1;  // [enter]
  spin.unlock();
}

int main() {
  std::thread other(enter);
  enter();
  other.join();
}

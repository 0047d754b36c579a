// Double-checked locking. RACY: the pointer is a plain one.
#include <atomic>
#include <mutex>
#include <thread>

struct Pool {
  int size;
};

Pool storage;
std::mutex mutex;
#ifdef RACY
Pool* pool;
Pool* get() { return pool; }           // [get]
void set(Pool* made) { pool = made; }  // [set]
#else
std::atomic<Pool*> pool{nullptr};
Pool* get() { return pool.load(std::memory_order_acquire); }
void set(Pool* made) { pool.store(made, std::memory_order_release); }
#endif

int size_of_pool() {
  if (get() == nullptr) {
    std::lock_guard hold(mutex);
    if (get() == nullptr) {
      storage.size = 4;  // [make]
      set(&storage);
    }
  }
  return get()->size;  // [use]
}

int main() {
  std::thread other(size_of_pool);
  const int size = size_of_pool();
  other.join();
  return size == 0;
}

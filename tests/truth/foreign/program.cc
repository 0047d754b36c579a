// GUARDED: a counter under a lock of the library. RACING: the library is called, and guards nothing. FIRST: one thread
// makes a step more, and the library says which. FREED: the last one to leave, as the library counts, frees.
// HANGS: a loop of the program's own that never ends.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

extern "C" {
void library_lock(void);
void library_unlock(void);
int library_first(void);
}

int count = 0;
int* block = nullptr;
std::mutex mutex;
std::atomic<int> extra{0};

void work(int which) {
  static_cast<void>(which);
#if defined(GUARDED)
  library_lock();
  ++count;
  library_unlock();
#elif defined(RACING)
  library_lock();
  library_unlock();
  ++count;
#elif defined(FIRST)
  if (library_first()) ++extra;
  const std::lock_guard guard(mutex);
  ++count;
#elif defined(FREED)
  block[which] = 1;
  if (!library_first()) delete[] block;
#elif defined(HANGS)
  library_lock();
  library_unlock();
  volatile int on = 1;
  while (on != 0) {
  }
#endif
}

int main() {
  block = new int[2]();
  std::thread a(work, 0), b(work, 1);
  a.join();
  b.join();
#if defined(GUARDED) || defined(FIRST)
  assert(count == 2);
#endif
}

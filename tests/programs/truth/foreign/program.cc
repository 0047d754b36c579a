// GUARDED: a counter under a lock of the library. TRIED: under one that the program tries again and again. RACING: the library is called, and guards nothing. FIRST: one thread
// makes a step more, and the library says which. FREED: the last one to leave, as the library counts, frees.
// HANGS: a loop of the program's own that never ends. ASSEMBLY: the lock is inline assembly of the program.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

#ifdef ASSEMBLY
int locked, called;
int exchange(int& word) {
  int one = 1;
  asm volatile("xchgl %0, %1" : "+r"(one), "+m"(word) : : "memory");
  return one;
}
int library_try() { return exchange(locked) == 0; }
void library_lock() {
  while (!library_try()) {
  }
}
void library_unlock() { asm volatile("movl $0, %0" : "=m"(locked) : : "memory"); }
int library_first() { return exchange(called) == 0; }
#else
extern "C" {
int library_try(void);
void library_lock(void);
void library_unlock(void);
int library_first(void);
}
#endif

int count = 0;
int* block = nullptr;
volatile int on = 1;
std::mutex mutex;
std::atomic<int> extra{0};

void work(int which) {
  static_cast<void>(which);
#if defined(GUARDED)
  library_lock();
  ++count;
  library_unlock();
#elif defined(TRIED)
  while (!library_try()) {
  }
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
  while (on != 0) {
  }
#endif
}

int main() {
  block = new int[2]();
  std::thread a(work, 0), b(work, 1);
  a.join();
  b.join();
#if defined(GUARDED) || defined(TRIED) || defined(FIRST)
  assert(count == 2);
#endif
}

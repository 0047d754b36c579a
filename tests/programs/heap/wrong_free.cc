// Pointers that must not be freed.
#include <cstdlib>
#include <mutex>
#include <thread>

// The compiler does not see what lies there.
template <class T>
static T* hidden(T* memory) {
  asm volatile("" : "+r"(memory) : : "memory");
  return memory;
}

static long global[8];
static char* before_main = static_cast<char*>(std::malloc(100));

static void free_wrongly() {
  long local[8];
  char* block = hidden(new char[100]);
#if defined(STACK)
  std::free(hidden(local));
#elif defined(GLOBAL)
  delete hidden(global);
#elif defined(INSIDE)
  std::free(hidden(block + 16));
#elif defined(UNALIGNED)
  std::free(hidden(block + 1));
#elif defined(OLD_INSIDE)
  std::free(hidden(before_main + 16));
#elif defined(WILD)
  std::free(hidden(reinterpret_cast<char*>(0x1230)));
#elif defined(NOWHERE)
  std::free(hidden(block + (1 << 28)));
#elif defined(REALLOCATED)
  hidden(std::realloc(hidden(global), 100));
#elif defined(TWICE)
  delete[] block;
  delete[] block;
#elif defined(FREED_REALLOCATED)
  std::free(block);
  hidden(std::realloc(block, 200));
#elif defined(OLD_TWICE)
  std::free(before_main);
  std::free(hidden(before_main));
#else
  std::free(before_main);
  delete[] block;
  std::free(nullptr);
  delete hidden(static_cast<long*>(nullptr));
#endif
  hidden(local);
}

int main() {
#ifdef TWO_THREADS
  static std::mutex mutex;
  char* block = new char[24];
  const auto leave = [block] {
    std::lock_guard<std::mutex> lock(mutex);
    delete[] block;
  };
  std::thread thread(leave);
  leave();
#else
  std::thread thread(free_wrongly);
#endif
  thread.join();
}

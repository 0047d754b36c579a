// Functions of the program's own under names of the C library, which do something else. RIGHT: under a lock.
#include <cassert>
#include <mutex>
#include <thread>

int opened = 0;
std::mutex mutex;

extern "C" int open(const char*, int) {
#ifdef RIGHT
  const std::lock_guard guard(mutex);
#endif
  return ++opened;
}
extern "C" long send(int, const void*, unsigned long bytes, int) { return static_cast<long>(bytes) + 1; }
extern "C" int connect(int to) { return to + 1; }
extern "C" int once(int value) { return value + 1; }

int main() {
  std::thread a([] { open("a", 0); }), b([] { open("b", 0); });
  a.join();
  b.join();
  assert(send(0, "", 1, 0) == 2 && connect(2) == 3 && once(3) == 4);
  assert(opened == 2);
}

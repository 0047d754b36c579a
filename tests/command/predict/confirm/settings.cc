// A setting is made by one thread and used by another, each under the lock; nothing says that it is made
// first. The execution without preemptions is fine. With EXIT the use becomes the exit code, with PRINT it is
// printed.
#include <cassert>
#include <cstdio>
#include <mutex>
#include <thread>

int setting;  // of external linkage, or a compiler may find out that a bit is enough

namespace {

std::mutex mutex;

void make() {
  std::lock_guard<std::mutex> lock(mutex);
  setting = 42;
}

int use() {
  std::lock_guard<std::mutex> lock(mutex);
  return setting;
}

}  // namespace

int main() {
  int used = 0;
  std::thread maker(make);
  std::thread user([&used] { used = use(); });
  maker.join();
  user.join();
#if defined(EXIT)
  return used == 42 ? 0 : 3;
#elif defined(PRINT)
  std::printf("%d\n", used);
#else
  assert(used == 42);
#endif
}

// Two threads lock a stream and a mutex: in one order, in two (CROSSED: a deadlock), or the stream alone, which protects a variable;
// NONE: nothing does. Printing meanwhile does not wait in the kernel.
#include <cassert>
#include <cstdio>
#include <mutex>
#include <thread>

namespace {

std::mutex mutex;
int count;

void nested() {
  flockfile(stdout);
  flockfile(stdout);
  std::printf("%d\n", count);
  fputs_unlocked("x", stdout);
  ++count;
  funlockfile(stdout);
  funlockfile(stdout);
}

void together() {
  flockfile(stdout);
  {
    const std::lock_guard<std::mutex> lock(mutex);
    ++count;
  }
  funlockfile(stdout);
}

void crossed() {
  const std::lock_guard<std::mutex> lock(mutex);
  flockfile(stdout);
  ++count;
  funlockfile(stdout);
}

}  // namespace

int main() {
#if defined(CROSSED)
  std::thread one(together), two(crossed);
#elif defined(NONE)
  std::thread one(nested), two([] { fputs_unlocked("y", stdout); });
#elif defined(TRIED)
  std::thread one(nested), two([] {
    const bool locked = ftrylockfile(stdout) == 0;
    assert(locked);
    funlockfile(stdout);
  });
#elif defined(NESTED)
  std::thread one(nested), two(nested);
#else
  std::thread one(together), two(together);
#endif
  one.join();
  two.join();
}

// States of which memory does not show everything: PART=1, a handler of a signal; PART=2, a file; PART=3, a
// thread that ends in a crash, which cannot be undone.
#include <atomic>
#include <csignal>
#include <cstdio>
#include <thread>

std::atomic<int> x{0}, y{0};

int main() {
#if PART == 1
  std::signal(SIGUSR1, [](int) { x = 5; });
#elif PART == 2
  std::FILE* const file = std::fopen("/dev/null", "r");
  std::fclose(file);
#endif
  std::thread other([] {
    x = 1;
    y = x == 2 ? 1 : 0;
    if (PART == 3 && y == 1) __builtin_trap();
  });
  x = 2;
  y = 3;
  other.join();
}

// Loops that look alike from round to round, and end by themselves: what counts them is in memory, in the state of
// random numbers, in thread-local storage, in a string that a library lengthens, or in the passing of time.
#include <unistd.h>

#include <atomic>
#include <cassert>
#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>

std::atomic<int> x{0};
int rounds = 0;
thread_local int own_rounds = 0;
std::string text;

bool gives_up() {
  switch (COUNTS) {
    case 0: return ++rounds == 5;
    case 1: return std::rand() % 41 == 0;
    case 2: return ++own_rounds == 5;
    case 3: return text.append(".").size() == 5;
    default: {
      static const auto begin = std::chrono::steady_clock::now();
      return std::chrono::steady_clock::now() - begin > std::chrono::microseconds(8);
    }
  }
}

int main() {
  std::thread waiter([] {
    while (x.load() == 0)
      if (gives_up()) assert(FIXED);
  });
  x = 1;
  waiter.join();
}

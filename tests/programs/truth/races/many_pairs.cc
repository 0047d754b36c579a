// Every access of one thread races with every one of the other: more pairs than a worker remembers.
#include <thread>

int shared;

#define ONCE           \
  shared = shared + 1; \
  __asm__ volatile("" ::: "memory")
#define FOUR \
  ONCE;      \
  ONCE;      \
  ONCE;      \
  ONCE

__attribute__((noinline)) void touch() {
#ifdef FEW
  ONCE;
#else
  FOUR;
  FOUR;
  FOUR;
  FOUR;
  FOUR;
  FOUR;
  FOUR;
  FOUR;
  FOUR;
  FOUR;
  FOUR;
  FOUR;
  FOUR;
  FOUR;
  FOUR;
  FOUR;
#endif
}

int main() {
  std::thread other(touch);
  touch();
  other.join();
}

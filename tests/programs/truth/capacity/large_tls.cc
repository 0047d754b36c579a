// More thread-local variables than fit beside a stack.
#include <cassert>
#include <thread>

thread_local char block[MEGABYTES << 20];

int main() {
  std::thread other([] { block[MEGABYTES << 19] = 1; });
  block[5] = 2;
  other.join();
#ifdef WRONG
  assert(block[MEGABYTES << 19] == 1);
#else
  assert(block[MEGABYTES << 19] == 0);
#endif
}

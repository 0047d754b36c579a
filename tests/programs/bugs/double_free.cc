// Two owners drop a block; the last one frees it. Correct with one atomic decrement.
//
// BUG=1: the decrement is a load and a store, and the free depends on another load. One owner stores 1 and is
// preempted before it looks again; the other loads 1, stores 0, sees 0 and frees; the first sees 0 and frees
// again: 1 preemption.
#include <atomic>
#include <cstdlib>
#include <thread>

#ifndef BUG
#define BUG 0
#endif

void* block = nullptr;
std::atomic<int> owners{2};

void drop() {
#if BUG == 1
  owners = owners - 1;
  if (owners == 0) std::free(block);
#else
  if (owners.fetch_sub(1) == 1) std::free(block);
#endif
}

int main() {
  block = std::malloc(64);
  std::thread other(drop);
  drop();
  other.join();
}

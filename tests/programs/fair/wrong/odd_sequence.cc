// A sequence lock whose writer gives up half-way and leaves the sequence odd: readers poll for ever.
// Livelock.
//
// Least preemptions 0: main, the reader, waits for the writer to have begun, in a loop that gives way.
// YIELD=0 is the same for a loop that does not: it is taken for one that does.
#include <atomic>

#include "../two_threads.h"

std::atomic<unsigned> sequence{0};
std::atomic<int> value{0};

void* write(void*) {
  sequence.fetch_add(1);
  const int old = value;
  if (old == 0) return nullptr;  // nothing to do; the sequence stays odd
  value = old + 1;
  sequence.fetch_add(1);
  return nullptr;
}

void* read(void*) {
  while (sequence == 0) PAUSE();
  while (sequence % 2 != 0) PAUSE();
  return nullptr;
}

int main() { run_both(read, write); }

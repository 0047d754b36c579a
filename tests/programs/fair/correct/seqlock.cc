// A sequence lock: the reader tries again while the writer is between its odd and its even number, or has
// been there in the meantime.
#include <atomic>

#include "../two_threads.h"

std::atomic<unsigned> sequence{0};
std::atomic<int> left{0}, right{0};

void* write(void*) {
  for (int value = 1; value <= 2; ++value) {
    sequence.fetch_add(1);
    left.store(value, std::memory_order_relaxed);
    right.store(value, std::memory_order_relaxed);
    sequence.fetch_add(1);
  }
  return nullptr;
}

void* read(void*) {
  for (;;) {
    const unsigned before = sequence;
    if (before % 2 == 0) {
      const int l = left.load(std::memory_order_relaxed), r = right.load(std::memory_order_relaxed);
      if (sequence == before) {
        assert(l == r);
        return nullptr;
      }
    }
    PAUSE();
  }
}

int main() { run_both(write, read); }

// Every execution takes long, and the failing one of a random walk has many switches to be removed.
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> steps{0};

#ifndef BURN
#define BURN 400'000'000
#endif

static void burn() {
  for (volatile int n = 0; n < BURN; ++n) {
  }
}

int main() {
  const auto walk = [] {
    for (int n = 0; n < 40; ++n) steps.fetch_add(1, std::memory_order_seq_cst);
  };
  std::thread one(walk), two(walk);
  burn();
  const int seen = steps.load();
  one.join();
  two.join();
  assert(seen % 7 != 3);
}

// Two threads add to one atomic counter twice each, and say after every step how many steps each has made.
//
// Classes: the orders of four conflicting steps, 4! / (2! 2!) = 6. States told: pairs of 0..2, without the
// one that they begin with, 8.
#include <stalemate/stalemate.h>
#include <atomic>
#include <thread>

std::atomic<int> counter{0};
int made[2];  // told by whoever has just made a step, nobody else runs in between

__attribute__((no_sanitize("thread"))) void tell(int self) {
  ++made[self];
  const int first = made[0], second = made[1];
  stalemate::state_here(first, second);
}

void add_twice(int self) {
  for (int n = 0; n < 2; ++n) {
    counter.fetch_add(1);
    tell(self);
  }
}

int main() {
  std::thread one(add_twice, 0), two(add_twice, 1);
  one.join();
  two.join();
}

// The deque of Chase and Lev, of fixed size: the owner works at the bottom, the thief at the top, and both
// try again until everything was taken.
#include <atomic>

#include "../two_threads.h"

constexpr int kItems = 2;

std::atomic<int> top{0}, bottom{0}, taken{0};
std::atomic<int> items[kItems];

bool take() {
  const int b = bottom - 1;
  bottom = b;
  int t = top;
  if (t > b) {
    bottom = b + 1;
    return false;
  }
  if (t < b) return true;
  const bool won = top.compare_exchange_strong(t, t + 1);
  bottom = b + 1;
  return won;
}

bool steal() {
  int t = top;
  if (t >= bottom) return false;
  return top.compare_exchange_strong(t, t + 1);
}

void* own(void*) {
  for (int n = 0; n < kItems; ++n) {
    items[n] = n;
    ++bottom;
  }
  while (take()) ++taken;
  return nullptr;
}

void* rob(void*) {
  while (taken < kItems) {
    if (steal()) ++taken;
    PAUSE();
  }
  return nullptr;
}

int main() {
  run_both(own, rob);
  assert(taken == kItems);
}

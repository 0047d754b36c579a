// Peterson's algorithm; sequential consistency is what makes it right.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<bool> interested[2];
std::atomic<int> turn{0};
std::atomic<int> inside{0};
int counter = 0;

static void process(int self) {
  const int other = 1 - self;
  interested[self] = true;
  turn = other;
  while (interested[other] && turn == other) std::this_thread::yield();
  assert(inside.fetch_add(1) == 0);
  ++counter;
  inside.fetch_sub(1);
  interested[self] = false;
}

int main() {
  std::thread p0(process, 0), p1(process, 1);
  p0.join();
  p1.join();
  assert(counter == 2);
  return 0;
}

// A chain of races: each shows only where the accesses of the one before it are steps, and with one
// preemption more. ATOMIC: the same with atomic accesses.
#include <atomic>
#include <thread>

#ifdef ATOMIC
std::atomic<int> a, b, c, d;
#else
int a, b, c, d;
#endif
int seen;

void first() {
  if (a == 0) return;
  b = 1;
  b = 0;
}
void second() {
  if (b == 0) return;
  c = 1;
  c = 0;
}
void third() {
  if (c == 1) d = 1;
}

int main() {
  std::thread one(first), two(second), three(third);
  a = 1;
  a = 0;
  if (d == 1) seen = 1;
  one.join();
  two.join();
  three.join();
}

#include "farbot/fifo.hpp"
int main() {
  farbot::fifo<int> q(2);
  int x = 0, y = 0;
  std::thread a([&] {
    while (!q.push(1)) std::this_thread::yield();
    if (!q.pop(x)) x = 0;
  });
  while (!q.push(2)) std::this_thread::yield();
  if (!q.pop(y)) y = 0;
  a.join();
  int s = x + y, v;
  while (q.pop(v)) s += v;
  assert(s == 3);
}

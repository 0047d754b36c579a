#include <cassert>
#include <thread>
#include "lockfree.hpp"
int main() {
  lockfree::mpmc::Queue<int, 4> q;
  int x[2] = {0, 0};
  std::thread a([&] {
    while (!q.Push(1))
      ;
  }),
      b([&] {
        while (!q.Push(2))
          ;
      });
  for (int i = 0; i < 2; i++) q.Pop(x[i]);
  a.join();
  b.join();
  int s = x[0] + x[1], v;
  while (q.Pop(v)) s += v;
  assert(s == 3);
}

#include <cassert>
#include <thread>
#include "lockfree.hpp"
int main() {
  lockfree::mpmc::PriorityQueue<int, 4, 2> q;
  int x = 0;
  std::thread a([&] { q.Push(1, 0); }), b([&] { q.Push(2, 1); });
  q.Pop(x);
  a.join();
  b.join();
  int s = x, v;
  while (q.Pop(v)) s += v;
  assert(s == 3);
}

#include <rigtorp/SPSCQueue.h>
#include <cassert>
#include <thread>
#ifndef N
#define N 3
#endif
int main() {
  rigtorp::SPSCQueue<int> q(1);
  std::thread p([&] {
    for (int i = 1; i <= N; i++) q.push(i);
  });
  for (int i = 1; i <= N; i++) {
    while (!q.front())
      ;
    assert(*q.front() == i);
    q.pop();
  }
  p.join();
  assert(q.empty());
}

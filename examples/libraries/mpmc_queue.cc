#include <rigtorp/MPMCQueue.h>
#include <cassert>
#include <thread>
int main() {
  rigtorp::MPMCQueue<int> q(2);
  std::thread a([&] {
    q.push(1);
    q.push(2);
  }),
      b([&] { q.push(4); });
  int sum = 0, v;
  for (int i = 0; i < 3; i++) {
    q.pop(v);
    sum += v;
  }
  a.join();
  b.join();
  assert(sum == 7 && q.empty());
}

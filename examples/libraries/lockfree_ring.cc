#include <cassert>
#include <thread>
#include "lockfree.hpp"
int main() {
  lockfree::spsc::RingBuf<int, 5> q;
  const int d[6] = {1, 2, 3, 4, 5, 6};
  std::thread a([&] {
    for (int i = 0; i < 3; i++)
      while (!q.Write(d + 2 * i, 2))
        ;
  });
  int r[2];
  for (int i = 0; i < 3; i++) {
    while (!q.Read(r, 2))
      ;
    assert(r[0] == d[2 * i] && r[1] == d[2 * i + 1]);
  }
  a.join();
}

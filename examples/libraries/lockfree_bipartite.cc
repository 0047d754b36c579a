#include <cassert>
#include <thread>
#include "lockfree.hpp"
int main() {
  lockfree::spsc::BipartiteBuf<int, 4> q;
  std::thread a([&] {
    for (int i = 1; i <= 4;)
      if (int* p = q.WriteAcquire(1)) {
        *p = i++;
        q.WriteRelease(1);
      }
  });
  for (int i = 1; i <= 4;) {
    auto r = q.ReadAcquire();
    for (size_t k = 0; k < r.second; k++) assert(r.first[k] == i++);
    q.ReadRelease(r.second);
  }
  a.join();
}

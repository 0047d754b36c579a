#include <thread>
#include "rwlock.h"
int main() {
  NonRecursiveRWLock l;
  int a = 0, b = 0;
  std::thread w([&] {
    l.lockWriter();
    a++;
    b++;
    l.unlockWriter();
  });
  std::thread r([&] {
    l.lockReader();
    assert(a == b);
    l.unlockReader();
  });
  l.lockWriter();
  a++;
  b++;
  l.unlockWriter();
  w.join();
  r.join();
  assert(a == 2);
}

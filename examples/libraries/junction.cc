#include <junction/ConcurrentMap_Grampa.h>
#include <junction/ConcurrentMap_Leapfrog.h>
#include <junction/ConcurrentMap_Linear.h>
#include <junction/QSBR.h>
#include <cassert>
#include <thread>
#ifndef MAP
#define MAP ConcurrentMap_Linear
#endif
int main() {
  junction::MAP<turf::u32, turf::u32*> m(8);
  static turf::u32 v[4] = {0, 10, 20, 30};
  std::thread a([&] {
    auto c = junction::DefaultQSBR.createContext();
    m.assign(1, &v[1]);
    m.erase(1);
    junction::DefaultQSBR.update(c);
    junction::DefaultQSBR.destroyContext(c);
  });
  m.assign(2, &v[2]);
  auto* p = m.get(1);
  assert(!p || p == &v[1]);
  m.assign(3, &v[3]);
  a.join();
  assert(!m.get(1) && m.get(2) == &v[2] && m.get(3) == &v[3]);
}

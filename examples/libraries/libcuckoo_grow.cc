#include <cassert>
#include <libcuckoo/cuckoohash_map.hh>
#include <thread>
int main() {
  libcuckoo::cuckoohash_map<int, int> m(1);
  m.insert(0, 0);
  std::thread a([&] {
    for (int i = 1; i < 9; i++) m.insert(i, i);
  });
  int v = 7;
  assert(m.find(0, v) && v == 0);
  m.upsert(
      0, [](int& x) { x = 5; }, 1);
  a.join();
  assert(m.size() == 9 && m.find(0) == 5);
}

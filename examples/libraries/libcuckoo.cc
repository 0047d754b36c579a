#include <cassert>
#include <libcuckoo/cuckoohash_map.hh>
#include <thread>
int main() {
  libcuckoo::cuckoohash_map<int, int> m(4);
  std::thread a([&] {
    m.upsert(
        1, [](int& v) { v++; }, 1);
    m.erase(3);
  });
  std::thread b([&] {
    m.upsert(
        1, [](int& v) { v++; }, 1);
    m.insert(2, 2);
  });
  int v = 0;
  if (m.find(2, v)) assert(v == 2);
  a.join();
  b.join();
  assert(m.find(1) == 2 && m.size() == 2);
}

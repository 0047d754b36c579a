#include <parallel_hashmap/phmap.h>
#include <cassert>
#include <mutex>
#include <thread>
using M = phmap::parallel_flat_hash_map<int, int, phmap::priv::hash_default_hash<int>,
                                        phmap::priv::hash_default_eq<int>,
                                        std::allocator<std::pair<const int, int>>, 2, std::mutex>;
int main() {
  M m;
  auto f = [&](int k) {
    m.lazy_emplace_l(
        1, [](M::value_type& v) { v.second++; }, [](const M::constructor& c) { c(1, 1); });
    m.insert({k, k});
  };
  std::thread a(f, 2), b(f, 3);
  m.if_contains(2, [](const M::value_type& v) { assert(v.second == 2); });
  a.join();
  b.join();
  assert(m.size() == 3 && m[1] == 2);
}

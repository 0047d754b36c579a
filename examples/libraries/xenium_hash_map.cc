#include <cassert>
#include <thread>
#include <xenium/reclamation/generic_epoch_based.hpp>
#include <xenium/vyukov_hash_map.hpp>
using M = xenium::vyukov_hash_map<int, int, xenium::policy::reclaimer<xenium::reclamation::epoch_based<>>>;
int main() {
  M m(2);
  m.emplace(1, 10);
  std::thread t([&] {
    m.erase(1);
    m.emplace(2, 20);
  });
  M::accessor a;
  if (m.try_get_value(1, a)) assert(*a == 10);
  m.emplace(3, 30);
  if (m.try_get_value(2, a)) assert(*a == 20);
  t.join();
  assert(m.try_get_value(3, a) && *a == 30 && !m.try_get_value(1, a));
}

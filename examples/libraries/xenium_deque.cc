#include <cassert>
#include <thread>
#include <xenium/chase_work_stealing_deque.hpp>
int main() {
  xenium::chase_work_stealing_deque<int> q;
  int v[3] = {1, 2, 4}, *p = nullptr, *r = nullptr;
  q.try_push(&v[0]);
  q.try_push(&v[1]);
  std::thread t([&] {
    if (!q.try_steal(p)) p = nullptr;
  });
  int s = 0;
  while (q.try_pop(r)) s += *r;
  t.join();
  if (p) s += *p;
  assert(s == 3);
}

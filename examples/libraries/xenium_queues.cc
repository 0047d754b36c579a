#include <cassert>
#include <thread>
#include <xenium/kirsch_kfifo_queue.hpp>
#include <xenium/michael_scott_queue.hpp>
#include <xenium/nikolaev_bounded_queue.hpp>
#include <xenium/ramalhete_queue.hpp>
#include <xenium/reclamation/generic_epoch_based.hpp>
#include <xenium/reclamation/hazard_eras.hpp>
#include <xenium/reclamation/hazard_pointer.hpp>
#include <xenium/reclamation/lock_free_ref_count.hpp>
#include <xenium/reclamation/quiescent_state_based.hpp>
#include <xenium/reclamation/stamp_it.hpp>
#include <xenium/vyukov_bounded_queue.hpp>
using namespace xenium;
namespace rc = xenium::reclamation;
#ifndef R
#define R rc::lock_free_ref_count<>
#endif
#ifndef Q
#define Q michael_scott_queue<int, policy::reclaimer<R>>
#endif
#ifndef ARG
#define ARG
#endif
#ifndef PUSH
#define PUSH(i) q.push(i)
#endif
int main() {
  Q q ARG;
  int x = 0, y = 0;
  std::thread a([&] {
    PUSH(1);
    if (!q.try_pop(x)) x = 0;
  });
  PUSH(2);
  if (!q.try_pop(y)) y = 0;
  a.join();
  int s = x + y, v;
  while (q.try_pop(v)) s += v;
  assert(s == 3);
}

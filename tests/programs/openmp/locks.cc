// Locks of omp.h: two in the same order, or in opposite ones; one that nests; one that is tried.
#include <cassert>

#include "omp_calls.h"

int main() {
  int sum = 0;
  omp_lock_t a, b;
  omp_nest_lock_t nest;
  omp_init_lock(&a);
  omp_init_lock(&b);
  omp_init_nest_lock(&nest);
#pragma omp parallel num_threads(2)
  {
#if defined(ORDER) || defined(OPPOSITE)
#ifdef OPPOSITE
    const bool first = omp_get_thread_num() == 0;
#else
    const bool first = true;
#endif
    omp_set_lock(first ? &a : &b);
    omp_set_lock(first ? &b : &a);
    ++sum;
    omp_unset_lock(&a);
    omp_unset_lock(&b);
#elif defined(NEST)
    omp_set_nest_lock(&nest);
    omp_set_nest_lock(&nest);
    ++sum;
    omp_unset_nest_lock(&nest);
    omp_unset_nest_lock(&nest);
#elif defined(TWICE)
    omp_set_lock(&a);
    omp_set_lock(&a);
    ++sum;
#elif defined(TRY)
    while (!omp_test_lock(&a)) {
    }
    ++sum;
    omp_unset_lock(&a);
#endif
  }
  assert(sum == 2);
  omp_destroy_nest_lock(&nest);
  omp_destroy_lock(&b);
  omp_destroy_lock(&a);
}

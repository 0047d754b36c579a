// What threads are told of themselves: two threads where nothing says how many, regions inside regions.
#include <cassert>

#include "omp_calls.h"

int main() {
  assert(omp_get_num_threads() == 1 && omp_get_thread_num() == 0 && !omp_in_parallel());
  assert(omp_get_max_threads() == 2 && omp_get_num_procs() == 2);
  assert(omp_get_wtime() <= omp_get_wtime());
  int seen[3] = {};
#pragma omp parallel
  {
    assert(omp_get_num_threads() == 2 && omp_in_parallel() && omp_get_level() == 1);
    ++seen[omp_get_thread_num()];
  }
  assert(seen[0] == 1 && seen[1] == 1);
  omp_set_num_threads(3);
#pragma omp parallel if (0)
  assert(omp_get_num_threads() == 1 && omp_get_level() == 1);
#ifdef NESTED
  omp_set_nested(1);
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 1) {
#pragma omp parallel num_threads(2)
    {
      assert(omp_get_level() == 2 && omp_get_num_threads() == 2);
      assert(omp_get_ancestor_thread_num(1) == 1 && omp_get_team_size(1) == 2);
    }
  }
#else
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 1) {
#pragma omp parallel num_threads(2)
    assert(omp_get_num_threads() == 1 && omp_get_thread_num() == 0 && omp_get_ancestor_thread_num(1) == 1);
  }
#endif
}

// A variable that each thread has its own of keeps its value from region to region. RACING: a variable that is shared is written, too.
#include <cassert>

#include "omp_calls.h"

int mine = 0;
#pragma omp threadprivate(mine)

int main() {
#pragma omp parallel num_threads(2)
  mine = omp_get_thread_num() + 1;
  int sum = 0;
#pragma omp parallel num_threads(2) reduction(+ : sum)
  sum += mine;
  assert(sum == 3);
#ifdef COPYIN
  mine = 5;
#pragma omp parallel num_threads(2) copyin(mine)
  assert(mine == 5);
#endif
#ifdef RACING
#pragma omp parallel num_threads(2)
  sum = mine;
#endif
}

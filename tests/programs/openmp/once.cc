// What one thread does for all: single, master, sections, and a copy for the others.
#include <cassert>

#include "omp_calls.h"

int main() {
  int value = 0, seen[2] = {}, left = 0, right = 0;
#pragma omp parallel num_threads(2)
  {
    const int me = omp_get_thread_num();
#if defined(SINGLE)
#pragma omp single
    ++value;
    seen[me] = value;
#elif defined(SINGLE_NOWAIT)
#pragma omp single nowait
    ++value;
    seen[me] = value;
#elif defined(MASTER)
#pragma omp master
    ++value;
#pragma omp barrier
    seen[me] = value;
#elif defined(MASTER_ALONE)
#pragma omp master
    ++value;
    seen[me] = value;
#elif defined(COPY)
    int copy;
#pragma omp single copyprivate(copy)
    copy = 1;
    seen[me] = copy;
#elif defined(SECTIONS)
#pragma omp sections
    {
#pragma omp section
      left = 1;
#pragma omp section
      right = 1;
    }
    seen[me] = left + right - 1;
#elif defined(SECTIONS_SHARED)
#pragma omp sections
    {
#pragma omp section
      left = 1;
#pragma omp section
      left = 2;
    }
    seen[me] = 1;
#endif
  }
  static_cast<void>(left);
  static_cast<void>(right);
  assert(seen[0] == 1 && seen[1] == 1);
}

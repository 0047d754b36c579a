// A loop that reads what the one before it wrote: in order by its barrier, which nowait takes away.
#include <cassert>

int main() {
  int first[4] = {}, second[4] = {};
#pragma omp parallel num_threads(2)
  {
#ifdef NOWAIT
#pragma omp for schedule(static) nowait
#else
#pragma omp for schedule(static)
#endif
    for (int i = 0; i < 4; ++i) first[i] = i;
#pragma omp for schedule(static)
    for (int i = 0; i < 4; ++i) second[i] = first[3 - i];
  }
#ifndef NOWAIT
  for (int i = 0; i < 4; ++i) assert(second[i] == 3 - i);
#endif
}

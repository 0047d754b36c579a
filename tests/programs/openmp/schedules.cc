// Every schedule gives each iteration to one thread, once. SHARED: a variable that all iterations write.
#include <cassert>
#include <cstddef>

#include "omp_calls.h"

#ifndef SCHEDULE
#define SCHEDULE static
#endif
#ifndef VALUE
#define VALUE int
#endif

int main() {
  int done[6] = {};
  int last = 0;
  static_cast<void>(last);
#ifdef KIND
  omp_set_schedule(KIND, 2);
#endif
#pragma omp parallel num_threads(2)
  {
#pragma omp for schedule(SCHEDULE)
    for (VALUE i = 0; i < 6; ++i) {
      ++done[i];
#ifdef SHARED
      last = static_cast<int>(i);
#endif
    }
#pragma omp for schedule(SCHEDULE) nowait
#ifdef UP
    for (VALUE i = 1; i < 6; i += 2) done[i] += 10;
#else
    for (VALUE i = 6; i > 0; i -= 2) done[i - 1] += 10;
#endif
  }
  for (int i = 0; i < 6; ++i) assert(done[i] == (i % 2 == 0 ? 1 : 11));
}

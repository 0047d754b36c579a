// Iterations write down their numbers: in order inside an ordered part, else in any order.
#include <cassert>

#ifndef SCHEDULE
#define SCHEDULE static, 1
#endif

int main() {
  int numbers[4] = {}, count = 0;
#pragma omp parallel num_threads(2)
  {
#ifdef DOACROSS
#pragma omp for schedule(SCHEDULE) ordered(1)
#else
#pragma omp for schedule(SCHEDULE) ordered
#endif
    for (int i = 0; i < 4; ++i) {
#if defined(DOACROSS)
#pragma omp ordered depend(sink : i - 1)
      numbers[count++] = i;
#pragma omp ordered depend(source)
#elif defined(CRITICAL)
#pragma omp critical
      numbers[count++] = i;
#else
#pragma omp ordered
      numbers[count++] = i;
#endif
    }
  }
  for (int i = 0; i < 4; ++i) assert(numbers[i] == i);
}

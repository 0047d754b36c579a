// A sum over iterations: by a reduction, under a critical section, by atomic additions, or by nothing.
#include <cassert>

int main() {
  int sum = 0;
#if defined(REDUCTION)
#pragma omp parallel for reduction(+ : sum)
#else
#pragma omp parallel for
#endif
  for (int i = 0; i < 2; ++i) {
#if defined(CRITICAL)
#pragma omp critical
#elif defined(NAMED)
#pragma omp critical(of_the_sum)
#elif defined(ATOMIC)
#pragma omp atomic
#elif defined(TWO_NAMES)  // one iteration each: two sections that do not exclude each other
    if (i == 0) {
#pragma omp critical(one)
      sum += i + 1;
      continue;
    }
#pragma omp critical(other)
#endif
    sum += i + 1;
  }
  assert(sum == 3);
}

// Two threads of OpenMP; with WRONG, without the reduction.
#undef NDEBUG
#include <assert.h>

int main(void) {
  int sum = 0;
#ifdef WRONG
#pragma omp parallel for
#else
#pragma omp parallel for reduction(+ : sum)
#endif
  for (int i = 0; i < 2; ++i) sum += i + 1;
  assert(sum == 3);
  return 0;
}

// Tasks, and what waits for them.
#include <cassert>

#include "omp_calls.h"

int main() {
  int first = 0, second = 0, third = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#if defined(WAIT)
#pragma omp task shared(first)
    first = 1;
#pragma omp taskwait
    second = first;
#elif defined(NO_WAIT)
#pragma omp task shared(first)
    first = 1;
    second = first;
#elif defined(GROUP)
#pragma omp taskgroup
    {
#pragma omp task shared(first)
      {
#pragma omp task shared(first)
        first = 1;
      }
    }
    second = first;
#elif defined(CHILD_ONLY)  // taskwait does not wait for children's children
#pragma omp task shared(first)
    {
#pragma omp task shared(first)
      first = 1;
    }
#pragma omp taskwait
    second = first;
#elif defined(DEPEND)
#pragma omp task shared(first) depend(out : first)
    first = 1;
#pragma omp task shared(first, second) depend(in : first) depend(out : second)
    second = first;
#pragma omp task shared(first, third) depend(in : first)
    third = first;
#elif defined(NO_DEPEND)
#pragma omp task shared(first) depend(out : first)
    first = 1;
#pragma omp task shared(first, second)
    second = first;
#elif defined(UNDEFERRED)
#pragma omp task shared(first) if (0)
    first = 1;
    second = first;
#elif defined(FINAL)
#pragma omp task shared(first, second) final(1)
    {
#pragma omp task shared(first)
      first = omp_in_final();
      second = first;
    }
#elif defined(LOOP)
#pragma omp taskloop shared(first) num_tasks(2)
    for (int i = 0; i < 2; ++i) {
#pragma omp atomic
      first += i;
    }
    second = first;
#elif defined(LOOP_RACING)
#pragma omp taskloop shared(first) num_tasks(2)
    for (int i = 0; i < 2; ++i) first += i;
    second = 1;
#elif defined(UNTIED)
#pragma omp task shared(first, second) untied
    {
#pragma omp task shared(first)
      first = 1;
#pragma omp taskwait
      second = first;
    }
#elif defined(THREE)
#pragma omp taskgroup
    {
#pragma omp task shared(first)
      first = 1;
#pragma omp task shared(second)
      second = 1;
#pragma omp task shared(third)
      third = 1;
    }
#endif
  }
#if !defined(NO_WAIT) && !defined(CHILD_ONLY) && !defined(NO_DEPEND)
  assert(second == 1);
#endif
  static_cast<void>(third);
}

// Cancellation. Run with OMP_CANCELLATION=true, and without, where it does nothing.
#undef NDEBUG
#include <cassert>

#include "omp_calls.h"

#if defined(PARALLEL)
// The thread that finds something leaves the region; the other one leaves it at the barrier, and neither comes behind.
int main() {
  int found = 0, behind = 0;
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) {
      found = 1;
#pragma omp cancel parallel
    }
#pragma omp barrier
#pragma omp atomic
    ++behind;
  }
  assert(found == 1);
  assert(behind == (omp_get_cancellation() ? 0 : 2));
}
#elif defined(POINT)
// A thread that passes the cancellation point before the other one cancels ends the region as usual. WRONG: it reads what the
// other one writes.
int main() {
  int found = 0, seen = 0;
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) {
      found = 1;
#pragma omp cancel parallel
    }
#ifdef WRONG
    seen = found;
#endif
#pragma omp cancellation point parallel
    if (omp_get_thread_num() == 1) seen = 1;
  }
#ifdef PASSED
  assert(seen == 0);
#elif defined(NOTICED)
  assert(seen == 1);
#endif
  assert(found == 1 && seen <= 1);
}
#elif defined(FOR)
// Iterations behind a cancelled one are left out, and the next loop is whole. WRONG: nothing guards the sum.
int main() {
  int first = 0, second = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp for schedule(static, 1)
    for (int i = 0; i < 4; ++i) {
#ifdef WRONG
#pragma omp cancel for if (i > 1)
#else
#pragma omp cancel for if (i < 2)
#endif
#ifndef WRONG
#pragma omp atomic
#endif
      ++first;
    }
#pragma omp for schedule(static, 1)
    for (int i = 0; i < 2; ++i) {
#pragma omp cancellation point for
#pragma omp atomic
      ++second;
    }
  }
#ifndef WRONG
  assert(first == (omp_get_cancellation() ? 0 : 4));
#endif
  assert(second == 2);
}
#elif defined(SECTIONS)
int main() {
  int first = 0, after = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp sections
    {
#pragma omp section
      {
#pragma omp cancel sections
#pragma omp atomic
        ++first;
      }
#pragma omp section
      {
#pragma omp cancel sections
#pragma omp atomic
        ++first;
      }
    }
#pragma omp atomic
    ++after;
  }
  assert(first == (omp_get_cancellation() ? 0 : 2));
  assert(after == 2);
}
#elif defined(TASKGROUP)
// The second task may be left out, begun and left, or done before. WRONG: it is not waited for.
int main() {
  int first = 0, second = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp taskgroup
    {
#pragma omp task shared(first)
      {
        first = 1;
#pragma omp cancel taskgroup
        first = 2;
      }
#pragma omp task shared(second)
      {
#pragma omp cancellation point taskgroup
        second = 1;
      }
#ifdef WRONG
      second = 2;
#endif
    }
#ifndef WRONG
    if (omp_get_cancellation()) {
      assert(first == 1);
    } else {
      assert(first == 2 && second == 1);
    }
    // Which of them happens is explored.
    if (second == 0) second = 3;
#endif
  }
#ifdef LEFT_OUT
  assert(second != 3);
#endif
}
#endif

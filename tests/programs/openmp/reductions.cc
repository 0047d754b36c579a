// Reductions over tasks. WRONG: tasks that do not take part.
#undef NDEBUG
#include <cassert>

#ifdef WRONG
#define TAKES_PART shared(sum)
#else
#define TAKES_PART in_reduction(+ : sum)
#endif

struct Number {
  int value = 0;
};
#pragma omp declare reduction(join : Number : omp_out.value += omp_in.value) initializer(omp_priv = Number{0})

int main() {
  int sum = 1;
#if defined(GROUP)
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskgroup task_reduction(+ : sum)
  {
#pragma omp task TAKES_PART
    sum += 2;
#pragma omp task TAKES_PART
    sum += 4;
  }
  const int expected = 7;
#elif defined(NESTED)
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskgroup task_reduction(+ : sum)
  {
#pragma omp task in_reduction(+ : sum)
    {
#pragma omp task TAKES_PART
      sum += 4;
      sum += 2;
    }
  }
  const int expected = 7;
#elif defined(PARALLEL)
#pragma omp parallel num_threads(2) reduction(task, + : sum)
  {
#pragma omp task TAKES_PART
    sum += 2;
    sum += 4;
  }
  const int expected = 13;
#elif defined(FOR)
#pragma omp parallel num_threads(2)
#pragma omp for reduction(task, + : sum)
  for (int i = 0; i < 2; ++i) {
#pragma omp task TAKES_PART
    sum += 2;
    sum += 4;
  }
  const int expected = 13;
#elif defined(SECTIONS)
#pragma omp parallel num_threads(2)
#pragma omp sections reduction(task, + : sum)
  {
#pragma omp section
    {
#pragma omp task TAKES_PART
      sum += 2;
    }
#pragma omp section
    sum += 4;
  }
  const int expected = 7;
#elif defined(LOOP)
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskloop reduction(+ : sum) num_tasks(2)
  for (int i = 0; i < 2; ++i) sum += i + 2;
  const int expected = 6;
#elif defined(OWN)
  Number number{1};
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskgroup task_reduction(join : number)
  {
#pragma omp task in_reduction(join : number)
    number.value += 2;
#pragma omp task in_reduction(join : number)
    number.value += 4;
  }
  sum = number.value;
  const int expected = 7;
#elif defined(ALONE)
#pragma omp parallel num_threads(1)
#pragma omp taskgroup task_reduction(+ : sum)
  {
#pragma omp task in_reduction(+ : sum)
    sum += 2;
  }
  const int expected = 3;
#endif
#ifndef WRONG
  assert(sum == expected);
#else
  static_cast<void>(expected);
#endif
}

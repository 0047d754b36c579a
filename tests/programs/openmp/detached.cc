// Tasks that end when their event has happened. WRONG: what is waited for is not ordered behind the event.
#undef NDEBUG
#include <cassert>
#include <thread>

#include "omp_calls.h"

int main() {
  int first = 0, second = 0;
  omp_event_handle_t event;
#if defined(WAIT)
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task detach(event) shared(second)
    second = 1;
    // Another task, of another thread perhaps.
#pragma omp task shared(first) firstprivate(event)
    {
#ifdef WRONG
      omp_fulfill_event(event);
      first = 1;
#else
      first = 1;
      omp_fulfill_event(event);
#endif
    }
#ifdef WRONG
    assert(first == 0 || first == 1);
#else
#pragma omp taskwait
    assert(first == 1 && second == 1);
#endif
  }
#elif defined(DEPEND)
  // The second task waits for the event of the first one, which a thread of its own makes happen.
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task detach(event) depend(out : first)
    {
    }
    std::thread other([&] {
#ifndef WRONG
      first = 1;
#endif
      omp_fulfill_event(event);
#ifdef WRONG
      first = 1;
#endif
    });
#pragma omp task depend(in : first) shared(first, second)
    second = first + 1;
#pragma omp taskwait
    other.join();
  }
#ifndef WRONG
  assert(second == 2);
#endif
#elif defined(ALONE)
  // A thread that is alone waits as well.
#pragma omp task detach(event) shared(second)
  second = 1;
  std::thread other([&] {
    first = 1;
    omp_fulfill_event(event);
  });
#pragma omp taskwait
  assert(first == 1);
  other.join();
#elif defined(UNDEFERRED)
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task detach(event) if (0) shared(first)
    {
      first = 1;
      omp_fulfill_event(event);
    }
    assert(first == 1);
  }
#elif defined(NEVER)
  // A deadlock: nothing makes the event happen.
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task detach(event) shared(second)
    second = 1;
  }
#endif
  static_cast<void>(second);
}

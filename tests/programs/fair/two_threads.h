// For programs of two threads that wait for each other in loops. PAUSE() is what such a loop does each time
// round: it yields where YIELD is 1, and otherwise does nothing at all.
#pragma once

#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stddef.h>

#ifndef YIELD
#define YIELD 0
#endif
#if YIELD
#define PAUSE() sched_yield()
#else
#define PAUSE() ((void)0)
#endif

// The calling thread is the first of the two.
static inline void run_both(void* (*first)(void*), void* (*second)(void*)) {
  static int numbers[2] = {0, 1};
  pthread_t thread;
  const int failed = pthread_create(&thread, NULL, second, &numbers[1]);
  assert(!failed);
  (void)failed;
  first(&numbers[0]);
  pthread_join(thread, NULL);
}

// Which of the two a thread is, 0 or 1, from its argument.
static inline int number_of(void* argument) { return *(int*)argument; }

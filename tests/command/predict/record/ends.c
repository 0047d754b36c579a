// A robust mutex that a thread leaves behind, which gives it back at its end; a lock whose time runs out; and a
// wait that keeps a level of its lock, told by the order of the steps on its condition alone.
//
// TRACE 0|w(attributes@0)
// TRACE 0|w(attributes@0)
// TRACE 0|fork(0.1)
// TRACE 0.1|acq(left)
// TRACE 0.1|rel(left)
// TRACE 0|join(0.1)
// TRACE 0|acq(left)
// TRACE 0|rel(left)
// TRACE 0|acq(held)
// TRACE 0|fork(0.2)
// TRACE 0.2|try(held)
// TRACE 0.2|acq(again)
// TRACE 0.2|acq(again)
// TRACE 0.2|u(condition:changed)
// TRACE 0.2|u(condition:changed)
// TRACE 0.2|rel(again)
// TRACE 0.2|rel(again)
// TRACE 0|join(0.2)
// TRACE 0|rel(held)
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>

pthread_mutex_t left, held = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t again = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_t handles[2];
static const struct timespec soon = {0, 0};

static void* leaves(void* argument) {
  pthread_mutex_lock(&left);
  return argument;
}

static void* gives_up(void* argument) {
  pthread_mutex_timedlock(&held, &soon);
  pthread_mutex_lock(&again);
  pthread_mutex_lock(&again);
  pthread_cond_timedwait(&changed, &again, &soon);
  pthread_mutex_unlock(&again);
  pthread_mutex_unlock(&again);
  return argument;
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&left, &attributes);
  pthread_create(&handles[0], 0, leaves, 0);
  pthread_join(handles[0], 0);
  if (pthread_mutex_lock(&left) != 0) pthread_mutex_consistent(&left);
  pthread_mutex_unlock(&left);
  pthread_mutex_lock(&held);
  pthread_create(&handles[1], 0, gives_up, 0);
  pthread_join(handles[1], 0);
  pthread_mutex_unlock(&held);
  return 0;
}

/* Mutexes: lock_acquire of section 3, with an owner. In all models the reads of a region come first and in
 * one sequence: they are what a blocked thread is known to wait for.
 *
 * A timed operation fails where it would block. That loses nothing: every other thread had its turn just
 * before, and a thread that waits longer is one that stops here. */
#include <errno.h>
#include <primitives.h>
#include <pthread.h>
#include <stddef.h>

int pthread_mutexattr_init(pthread_mutexattr_t* attributes) {
  attributes->kind = PTHREAD_MUTEX_DEFAULT;
  return 0;
}
int pthread_mutexattr_destroy(pthread_mutexattr_t* attributes) { return 0; }
int pthread_mutexattr_settype(pthread_mutexattr_t* attributes, int kind) {
  attributes->kind = kind;
  return 0;
}
int pthread_mutexattr_gettype(const pthread_mutexattr_t* attributes, int* kind) {
  *kind = attributes->kind;
  return 0;
}
int pthread_mutexattr_setpshared(pthread_mutexattr_t* attributes, int shared) { return 0; }
int pthread_mutexattr_setprotocol(pthread_mutexattr_t* attributes, int protocol) { return 0; }

int pthread_mutex_init(pthread_mutex_t* mutex, const pthread_mutexattr_t* attributes) {
  kiss_atomic_begin();
  if (attributes != NULL)
    mutex->kind = attributes->kind;
  else
    mutex->kind = PTHREAD_MUTEX_DEFAULT;
  mutex->owner = 0;
  mutex->count = 0;
  kiss_atomic_end();
  return 0;
}

int pthread_mutex_destroy(pthread_mutex_t* mutex) {
  kiss_atomic_begin();
  const int owner = mutex->owner;
  if (owner != 0) kiss_fail_misuse();
  kiss_atomic_end();
  return 0;
}

int pthread_mutex_lock(pthread_mutex_t* mutex) {
  const int self = kiss_self + 1;
  int error = 0;
  kiss_atomic_begin();
  const int owner = mutex->owner;
  const int kind = mutex->kind;
  if (owner != self || kind == PTHREAD_MUTEX_NORMAL) {
    kiss_assume(owner == 0);
    mutex->owner = self;
    mutex->count = 1;
  } else if (kind == PTHREAD_MUTEX_RECURSIVE) {
    mutex->count = mutex->count + 1;
  } else {
    error = EDEADLK;
  }
  kiss_atomic_end();
  return error;
}

int pthread_mutex_trylock(pthread_mutex_t* mutex) {
  const int self = kiss_self + 1;
  int error = 0;
  kiss_atomic_begin();
  const int owner = mutex->owner;
  const int kind = mutex->kind;
  if (owner == 0) {
    mutex->owner = self;
    mutex->count = 1;
  } else if (owner == self && kind == PTHREAD_MUTEX_RECURSIVE) {
    mutex->count = mutex->count + 1;
  } else {
    error = EBUSY;
  }
  kiss_atomic_end();
  return error;
}

int pthread_mutex_timedlock(pthread_mutex_t* mutex, const struct timespec* deadline) {
  const int self = kiss_self + 1;
  int error = 0;
  kiss_atomic_begin();
  const int owner = mutex->owner;
  const int kind = mutex->kind;
  if (owner == 0) {
    mutex->owner = self;
    mutex->count = 1;
  } else if (owner == self && kind == PTHREAD_MUTEX_RECURSIVE) {
    mutex->count = mutex->count + 1;
  } else if (owner == self && kind == PTHREAD_MUTEX_ERRORCHECK) {
    error = EDEADLK;
  } else {
    error = ETIMEDOUT;
    pthread_time_is_up_np(deadline);
  }
  kiss_atomic_end();
  return error;
}

int pthread_mutex_unlock(pthread_mutex_t* mutex) {
  const int self = kiss_self + 1;
  int error = 0;
  kiss_atomic_begin();
  const int owner = mutex->owner;
  const int kind = mutex->kind;
  const int count = mutex->count;
  if (owner != self) {
    if (kind == PTHREAD_MUTEX_NORMAL) kiss_fail_misuse();
    error = EPERM;
  } else if (count > 1) {
    mutex->count = count - 1;
  } else {
    mutex->count = 0;
    mutex->owner = 0;
  }
  kiss_atomic_end();
  return error;
}

/* Locks for many readers or one writer, and spin locks. Readers do not wait for waiting writers. */
#include <errno.h>
#include <primitives.h>
#include <pthread.h>
#include <stddef.h>

int pthread_rwlockattr_init(pthread_rwlockattr_t* attributes) { return 0; }
int pthread_rwlockattr_destroy(pthread_rwlockattr_t* attributes) { return 0; }

int pthread_rwlock_init(pthread_rwlock_t* lock, const pthread_rwlockattr_t* attributes) {
  kiss_atomic_begin();
  lock->writer = 0;
  lock->readers = 0;
  kiss_atomic_end();
  return 0;
}

int pthread_rwlock_destroy(pthread_rwlock_t* lock) {
  kiss_atomic_begin();
  const int writer = lock->writer;
  const int readers = lock->readers;
  if (writer != 0 || readers != 0) kiss_fail_misuse();
  kiss_atomic_end();
  return 0;
}

int pthread_rwlock_rdlock(pthread_rwlock_t* lock) {
  int error = 0;
  kiss_atomic_begin();
  const int writer = lock->writer;
  if (writer == kiss_self + 1) {
    error = EDEADLK;
  } else {
    kiss_assume(writer == 0);
    lock->readers = lock->readers + 1;
  }
  kiss_atomic_end();
  return error;
}

int pthread_rwlock_tryrdlock(pthread_rwlock_t* lock) {
  int error = 0;
  kiss_atomic_begin();
  const int writer = lock->writer;
  if (writer != 0)
    error = EBUSY;
  else
    lock->readers = lock->readers + 1;
  kiss_atomic_end();
  return error;
}

static int kiss_in_time(int error, const struct timespec* deadline) {
  if (error != EBUSY) return error;
  kiss_atomic_begin();
  pthread_time_is_up_np(deadline);
  kiss_atomic_end();
  return ETIMEDOUT;
}

int pthread_rwlock_timedrdlock(pthread_rwlock_t* lock, const struct timespec* deadline) {
  return kiss_in_time(pthread_rwlock_tryrdlock(lock), deadline);
}

int pthread_rwlock_wrlock(pthread_rwlock_t* lock) {
  int error = 0;
  kiss_atomic_begin();
  const int writer = lock->writer;
  const int readers = lock->readers;
  if (writer == kiss_self + 1) {
    error = EDEADLK;
  } else {
    kiss_assume(writer == 0 && readers == 0);
    lock->writer = kiss_self + 1;
  }
  kiss_atomic_end();
  return error;
}

int pthread_rwlock_trywrlock(pthread_rwlock_t* lock) {
  int error = 0;
  kiss_atomic_begin();
  const int writer = lock->writer;
  const int readers = lock->readers;
  if (writer != 0 || readers != 0)
    error = EBUSY;
  else
    lock->writer = kiss_self + 1;
  kiss_atomic_end();
  return error;
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t* lock, const struct timespec* deadline) {
  return kiss_in_time(pthread_rwlock_trywrlock(lock), deadline);
}

int pthread_rwlock_unlock(pthread_rwlock_t* lock) {
  kiss_atomic_begin();
  const int writer = lock->writer;
  const int readers = lock->readers;
  if (writer == kiss_self + 1)
    lock->writer = 0;
  else if (readers > 0)
    lock->readers = readers - 1;
  else
    kiss_fail_misuse();
  kiss_atomic_end();
  return 0;
}

int pthread_spin_init(pthread_spinlock_t* lock, int shared) {
  kiss_atomic_begin();
  *lock = 0;
  kiss_atomic_end();
  return 0;
}

int pthread_spin_destroy(pthread_spinlock_t* lock) {
  kiss_atomic_begin();
  const int owner = *lock;
  if (owner != 0) kiss_fail_misuse();
  kiss_atomic_end();
  return 0;
}

int pthread_spin_lock(pthread_spinlock_t* lock) {
  kiss_atomic_begin();
  const int owner = *lock;
  kiss_assume(owner == 0);
  *lock = kiss_self + 1;
  kiss_atomic_end();
  return 0;
}

int pthread_spin_trylock(pthread_spinlock_t* lock) {
  int error = 0;
  kiss_atomic_begin();
  const int owner = *lock;
  if (owner != 0)
    error = EBUSY;
  else
    *lock = kiss_self + 1;
  kiss_atomic_end();
  return error;
}

int pthread_spin_unlock(pthread_spinlock_t* lock) {
  kiss_atomic_begin();
  const int owner = *lock;
  if (owner != kiss_self + 1) kiss_fail_misuse();
  *lock = 0;
  kiss_atomic_end();
  return 0;
}

/* Counting semaphores. */
#include <errno.h>
#include <primitives.h>
#include <semaphore.h>

int sem_init(sem_t* semaphore, int shared, unsigned value) {
  kiss_atomic_begin();
  semaphore->value = value;
  kiss_atomic_end();
  return 0;
}

int sem_destroy(sem_t* semaphore) { return 0; }

int sem_wait(sem_t* semaphore) {
  kiss_atomic_begin();
  const unsigned value = semaphore->value;
  kiss_assume(value > 0);
  semaphore->value = value - 1;
  kiss_atomic_end();
  return 0;
}

static int kiss_try_semaphore(sem_t* semaphore, int failure, const struct timespec* deadline) {
  kiss_atomic_begin();
  const unsigned value = semaphore->value;
  if (value > 0)
    semaphore->value = value - 1;
  else
    pthread_time_is_up_np(deadline);
  kiss_atomic_end();
  if (value > 0) return 0;
  errno = failure;
  return -1;
}

int sem_trywait(sem_t* semaphore) { return kiss_try_semaphore(semaphore, EAGAIN, 0); }

int sem_timedwait(sem_t* semaphore, const struct timespec* deadline) {
  return kiss_try_semaphore(semaphore, ETIMEDOUT, deadline);
}

int sem_post(sem_t* semaphore) {
  kiss_atomic_begin();
  semaphore->value = semaphore->value + 1;
  kiss_atomic_end();
  return 0;
}

int sem_getvalue(sem_t* semaphore, int* value) {
  kiss_atomic_begin();
  *value = (int)semaphore->value;
  kiss_atomic_end();
  return 0;
}

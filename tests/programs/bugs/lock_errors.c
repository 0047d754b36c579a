/* What the calls on locks answer where they refuse, or where a deadline has passed: as libc does. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <time.h>

static const struct timespec kLongAgo = {1, 0};
static const struct timespec kNoTime = {1, 1000000000};

static void mutexes(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_t checking, recursive, plain = PTHREAD_MUTEX_INITIALIZER,
                                       adaptive = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;
  pthread_mutex_init(&checking, &attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&recursive, &attributes);

  assert(pthread_mutex_unlock(&checking) == EPERM);
  assert(pthread_mutex_lock(&checking) == 0 && pthread_mutex_lock(&checking) == EDEADLK);
  assert(pthread_mutex_timedlock(&checking, &kLongAgo) == EDEADLK);
  assert(pthread_mutex_trylock(&checking) == EBUSY && pthread_mutex_unlock(&checking) == 0);

  assert(pthread_mutex_lock(&recursive) == 0 && pthread_mutex_lock(&recursive) == 0);
  assert(pthread_mutex_timedlock(&recursive, &kLongAgo) == 0 && pthread_mutex_trylock(&recursive) == 0);
  for (int i = 0; i < 4; ++i) assert(pthread_mutex_unlock(&recursive) == 0);
  assert(pthread_mutex_unlock(&recursive) == EPERM);

  assert(pthread_mutex_timedlock(&plain, &kLongAgo) == 0);
  assert(pthread_mutex_timedlock(&plain, &kLongAgo) == ETIMEDOUT);
  assert(pthread_mutex_timedlock(&plain, &kNoTime) == EINVAL);
  assert(pthread_mutex_clocklock(&plain, CLOCK_MONOTONIC, &kLongAgo) == ETIMEDOUT);
  assert(pthread_mutex_clocklock(&plain, CLOCK_PROCESS_CPUTIME_ID, &kLongAgo) == EINVAL);
  assert(pthread_mutex_unlock(&plain) == 0);
  assert(pthread_mutex_lock(&adaptive) == 0 && pthread_mutex_trylock(&adaptive) == EBUSY);
  assert(pthread_mutex_unlock(&adaptive) == 0 && pthread_mutex_destroy(&adaptive) == 0);
}

static void read_write_locks(void) {
  pthread_rwlock_t lock;
  pthread_rwlock_init(&lock, NULL);
  assert(pthread_rwlock_wrlock(&lock) == 0);
  assert(pthread_rwlock_wrlock(&lock) == EDEADLK && pthread_rwlock_rdlock(&lock) == EDEADLK);
  assert(pthread_rwlock_timedwrlock(&lock, &kLongAgo) == EDEADLK);
  assert(pthread_rwlock_tryrdlock(&lock) == EBUSY && pthread_rwlock_trywrlock(&lock) == EBUSY);
  assert(pthread_rwlock_unlock(&lock) == 0);
  assert(pthread_rwlock_rdlock(&lock) == 0 && pthread_rwlock_tryrdlock(&lock) == 0);
  assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
  assert(pthread_rwlock_timedwrlock(&lock, &kLongAgo) == ETIMEDOUT);
  assert(pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &kLongAgo) == ETIMEDOUT);
  assert(pthread_rwlock_timedrdlock(&lock, &kNoTime) == EINVAL);
  assert(pthread_rwlock_clockrdlock(&lock, CLOCK_BOOTTIME, &kLongAgo) == EINVAL);
  assert(pthread_rwlock_clockrdlock(&lock, CLOCK_MONOTONIC, &kLongAgo) == 0);
  for (int i = 0; i < 3; ++i) assert(pthread_rwlock_unlock(&lock) == 0);
  assert(pthread_rwlock_timedwrlock(&lock, &kLongAgo) == 0 && pthread_rwlock_unlock(&lock) == 0);
  assert(pthread_rwlock_destroy(&lock) == 0);
}

static void semaphores(void) {
  sem_t semaphore;
  int value = -1;
  assert(sem_init(&semaphore, 0, (unsigned)SEM_VALUE_MAX + 1) == -1 && errno == EINVAL);
  assert(sem_init(&semaphore, 0, 1) == 0 && sem_trywait(&semaphore) == 0);
  assert(sem_trywait(&semaphore) == -1 && errno == EAGAIN);
  assert(sem_timedwait(&semaphore, &kLongAgo) == -1 && errno == ETIMEDOUT);
  assert(sem_timedwait(&semaphore, &kNoTime) == -1 && errno == EINVAL);
  assert(sem_clockwait(&semaphore, CLOCK_MONOTONIC, &kLongAgo) == -1 && errno == ETIMEDOUT);
  assert(sem_post(&semaphore) == 0 && sem_timedwait(&semaphore, &kLongAgo) == 0);
  assert(sem_getvalue(&semaphore, &value) == 0 && value == 0);
  assert(sem_destroy(&semaphore) == 0 && sem_init(&semaphore, 0, SEM_VALUE_MAX) == 0);
  assert(sem_post(&semaphore) == -1 && errno == EOVERFLOW);
}

static void named_semaphores(void) {
  int value = -1;
  assert(sem_open("/stalemate-test", 0) == SEM_FAILED && errno == ENOENT);
  sem_t* one = sem_open("/stalemate-test", O_CREAT | O_EXCL, 0600, 3);
  assert(one != SEM_FAILED && sem_getvalue(one, &value) == 0 && value == 3);
  assert(sem_open("/stalemate-test", O_CREAT | O_EXCL, 0600, 3) == SEM_FAILED && errno == EEXIST);
  assert(sem_open("/stalemate-test", O_CREAT, 0600, 5) == one && sem_open("stalemate-test", 0) == one);
  assert(sem_open("/a/b", O_CREAT, 0600, 1) == SEM_FAILED);
  assert(sem_unlink("/stalemate-test") == 0);
  assert(sem_unlink("/stalemate-test") == -1 && errno == ENOENT);
  sem_t* other = sem_open("/stalemate-test", O_CREAT, 0600, 0);
  assert(other != one && sem_trywait(other) == -1 && sem_trywait(one) == 0);
  assert(sem_close(one) == 0 && sem_close(other) == 0 && sem_unlink("/stalemate-test") == 0);
}

static void conditions(void) {
  pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&mutex);
  assert(pthread_cond_timedwait(&cond, &mutex, &kLongAgo) == ETIMEDOUT);
  assert(pthread_cond_timedwait(&cond, &mutex, &kNoTime) == EINVAL);
  assert(pthread_cond_clockwait(&cond, &mutex, CLOCK_MONOTONIC, &kLongAgo) == ETIMEDOUT);
  assert(pthread_cond_clockwait(&cond, &mutex, CLOCK_PROCESS_CPUTIME_ID, &kLongAgo) == EINVAL);
  assert(pthread_mutex_unlock(&mutex) == 0 && pthread_cond_destroy(&cond) == 0);
}

static void barriers(void) {
  pthread_barrier_t barrier;
  assert(pthread_barrier_init(&barrier, NULL, 0) == EINVAL);
  assert(pthread_barrier_init(&barrier, NULL, 1) == 0);
  for (int i = 0; i < 3; ++i) assert(pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
  assert(pthread_barrier_destroy(&barrier) == 0);
}

int main(void) {
  mutexes();
  read_write_locks();
  semaphores();
  named_semaphores();
  conditions();
  barriers();
  return 0;
}

// A value handed from one thread to another by each primitive of pthreads. RACY: it is written before the
// other side has arrived, or under a lock for reading only.
#include <pthread.h>
#include <semaphore.h>

int value, copy;
static pthread_barrier_t barrier;
static sem_t semaphore;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void initialise(void) { value = 1; }

static void give(void) {
#if defined BARRIER
  value = 1;
  pthread_barrier_wait(&barrier);
#ifdef RACY
  value = 2;
#endif
#elif defined SEMAPHORE
#ifndef RACY
  value = 1;
#endif
  sem_post(&semaphore);
#ifdef RACY
  value = 1;
#endif
#elif defined RWLOCK
#ifdef RACY
  pthread_rwlock_rdlock(&rwlock);
#else
  pthread_rwlock_wrlock(&rwlock);
#endif
  value = 1;
  pthread_rwlock_unlock(&rwlock);
#elif defined SPIN
  pthread_spin_lock(&spin);
  value = 1;
  pthread_spin_unlock(&spin);
#else
  pthread_once(&once, initialise);
#endif
}

static void take(void) {
#if defined BARRIER
  pthread_barrier_wait(&barrier);
#elif defined SEMAPHORE
  sem_wait(&semaphore);
#elif defined RWLOCK
  pthread_rwlock_rdlock(&rwlock);
#elif defined SPIN
  pthread_spin_lock(&spin);
#else
  pthread_once(&once, initialise);
#endif
  copy = value;
#if defined RWLOCK
  pthread_rwlock_unlock(&rwlock);
#elif defined SPIN
  pthread_spin_unlock(&spin);
#endif
}

static void* run(void* unused) {
  give();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_barrier_init(&barrier, 0, 2);
  sem_init(&semaphore, 0, 0);
  pthread_spin_init(&spin, 0);
  pthread_create(&thread, 0, run, 0);
  take();
  pthread_join(thread, 0);
  return 0;
}

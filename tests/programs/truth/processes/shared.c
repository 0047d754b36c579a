// A forked process and its parent synchronize by an object that they share. SEMAPHORE: the child answers; SILENT: it does
// not; THREADS: two threads of the parent wait for it; NAMED: it has a name; TRIED, TIMED, COUNTED: it is not waited for;
// MUTEX, TRY_MUTEX, UNLOCK, CONDITION, SIGNAL, BARRIER, LOCK, WRITE_LOCK, FUTEX, FUTEX_BITS, SPIN: the others. CLONED: by clone.
// UNMARKED: a mutex in shared memory that is not made for it. READ: the parent reads what the child writes; POLLED: it polls
// what the child may write one day. OWN: it deadlocks by itself.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct shared {
  sem_t to, back;
  pthread_mutex_t mutex;
  pthread_cond_t condition;
  pthread_barrier_t barrier;
  pthread_rwlock_t lock;
  pthread_spinlock_t spin;
  pthread_mutex_t unmarked;
  int value;
};
static struct shared* shared;
static sem_t* named;

static void prepare(void) {
  shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  sem_init(&shared->to, 1, 0);
  sem_init(&shared->back, 1, 0);
  pthread_mutexattr_t mutex;
  pthread_mutexattr_init(&mutex);
  pthread_mutexattr_setpshared(&mutex, PTHREAD_PROCESS_SHARED);
  pthread_mutex_init(&shared->mutex, &mutex);
  pthread_condattr_t condition;
  pthread_condattr_init(&condition);
  pthread_condattr_setpshared(&condition, PTHREAD_PROCESS_SHARED);
  pthread_cond_init(&shared->condition, &condition);
  pthread_barrierattr_t barrier;
  pthread_barrierattr_init(&barrier);
  pthread_barrierattr_setpshared(&barrier, PTHREAD_PROCESS_SHARED);
  pthread_barrier_init(&shared->barrier, &barrier, 2);
  pthread_rwlockattr_t lock;
  pthread_rwlockattr_init(&lock);
  pthread_rwlockattr_setpshared(&lock, PTHREAD_PROCESS_SHARED);
  pthread_rwlock_init(&shared->lock, &lock);
  pthread_spin_init(&shared->spin, PTHREAD_PROCESS_SHARED);
  pthread_mutex_init(&shared->unmarked, NULL);
}

static void* wait_for_one(void* nothing) {
  sem_wait(&shared->back);
  return nothing;
}

static void child(void) {
#if defined(SEMAPHORE)
  sem_wait(&shared->to);
  shared->value = 1;
  sem_post(&shared->back);
#elif defined(NAMED)
  sem_post(named);
#elif defined(THREADS)
  sem_post(&shared->back);
  sem_post(&shared->back);
#elif defined(MUTEX) || defined(TRY_MUTEX)
  pthread_mutex_lock(&shared->mutex);
  pthread_mutex_unlock(&shared->mutex);
#elif defined(TRIED) || defined(TIMED) || defined(COUNTED)
  sem_post(&shared->back);
#elif defined(SPIN)
  pthread_spin_unlock(&shared->spin);
#elif defined(UNMARKED)
  pthread_mutex_unlock(&shared->unmarked);
#elif defined(READ)
  __atomic_store_n(&shared->value, 1, __ATOMIC_SEQ_CST);
#elif defined(POLLED)
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != 1) pause();
  __atomic_store_n(&shared->value, 1, __ATOMIC_SEQ_CST);
#elif defined(CONDITION)
  pthread_cond_signal(&shared->condition);
#elif defined(BARRIER)
  pthread_barrier_wait(&shared->barrier);
#elif defined(FUTEX) || defined(FUTEX_BITS)
  __atomic_store_n(&shared->value, 1, __ATOMIC_SEQ_CST);
  syscall(SYS_futex, &shared->value, FUTEX_WAKE, 1, NULL, NULL, 0);
#endif
  _exit(0);
}

#ifdef CLONED
static _Alignas(16) char stack[1 << 16];
static int cloned(void* nothing) {
  (void)nothing;
  pthread_mutex_lock(&shared->mutex);
  pthread_mutex_unlock(&shared->mutex);
  return 0;
}
#endif

int main(void) {
  prepare();
#if defined(SPIN)
  pthread_spin_lock(&shared->spin);
#elif defined(UNMARKED)
  pthread_mutex_lock(&shared->unmarked);
#elif defined(UNLOCK)
  pthread_mutex_lock(&shared->mutex);
#endif
  named = sem_open("/stalemate-processes", O_CREAT, 0600, 0);
#ifdef CLONED
  clone(cloned, stack + sizeof stack, SIGCHLD, NULL);
#else
  if (fork() == 0) child();
#endif
#if defined(SEMAPHORE)
  sem_post(&shared->to);
  sem_wait(&shared->back);
  assert(shared->value == 1);
#elif defined(NAMED)
  sem_wait(named);
#elif defined(SILENT)
  sem_wait(&shared->back);
#elif defined(THREADS)
  pthread_t a, b;
  pthread_create(&a, NULL, wait_for_one, NULL);
  pthread_create(&b, NULL, wait_for_one, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
#elif defined(TRIED)
  while (sem_trywait(&shared->back) != 0) {
  }
#elif defined(TIMED)
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += 60;
  assert(sem_timedwait(&shared->back, &until) == 0);
#elif defined(COUNTED)
  for (int value = 0; value == 0;) sem_getvalue(&shared->back, &value);
#elif defined(MUTEX) || defined(CLONED)
  pthread_mutex_lock(&shared->mutex);
  pthread_mutex_unlock(&shared->mutex);
#elif defined(TRY_MUTEX)
  while (pthread_mutex_trylock(&shared->mutex) != 0) {
  }
#elif defined(UNLOCK)
  pthread_mutex_unlock(&shared->mutex);
#elif defined(SPIN)
  pthread_spin_lock(&shared->spin);
#elif defined(UNMARKED)
  pthread_mutex_lock(&shared->unmarked);
#elif defined(READ)
  (void)*(volatile int*)&shared->value;
#elif defined(POLLED)
  while (__atomic_load_n(&shared->value, __ATOMIC_SEQ_CST) == 0) sched_yield();
#elif defined(OWN)
  pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&own);
  pthread_mutex_lock(&own);
#elif defined(SIGNAL)
  pthread_cond_signal(&shared->condition);
#elif defined(CONDITION)
  pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&own);
  pthread_cond_wait(&shared->condition, &own);
  pthread_mutex_unlock(&own);
#elif defined(BARRIER)
  pthread_barrier_wait(&shared->barrier);
#elif defined(LOCK)
  pthread_rwlock_rdlock(&shared->lock);
  pthread_rwlock_unlock(&shared->lock);
#elif defined(WRITE_LOCK)
  pthread_rwlock_wrlock(&shared->lock);
  pthread_rwlock_unlock(&shared->lock);
#elif defined(FUTEX_BITS)
  do syscall(SYS_futex, &shared->value, FUTEX_WAIT_BITSET, 0, NULL, NULL, ~0u);
  while (__atomic_load_n(&shared->value, __ATOMIC_SEQ_CST) == 0);
#elif defined(FUTEX)
  do syscall(SYS_futex, &shared->value, FUTEX_WAIT, 0, NULL, NULL, 0);
  while (__atomic_load_n(&shared->value, __ATOMIC_SEQ_CST) == 0);
#endif
  (void)wait_for_one;
  wait(NULL);
}

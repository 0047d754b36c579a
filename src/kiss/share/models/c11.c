/* Threads of C11, said in POSIX. */
#include <errno.h>
#include <primitives.h>
#include <pthread.h>
#include <stddef.h>
#include <threads.h>

static int kiss_c11(int error) {
  if (error == 0) return thrd_success;
  if (error == EBUSY) return thrd_busy;
  if (error == ETIMEDOUT) return thrd_timedout;
  return thrd_error;
}

int thrd_create(thrd_t* thread, thrd_start_t start, void* argument) {
  kiss_atomic_begin();
  const int number = kiss_new_thread();
  *thread = (thrd_t)number + 1;
  kiss_atomic_end();
  kiss_async_int(number, start, argument);
  return thrd_success;
}

int thrd_join(thrd_t thread, int* result) {
  void* value = NULL;
  const int error = pthread_join(thread, &value);
  if (error != 0) return thrd_error;
  if (result != NULL) *result = (int)(long)value;
  return thrd_success;
}

int thrd_detach(thrd_t thread) { return thrd_success; }
void thrd_exit(int result) { pthread_exit((void*)(long)result); }
thrd_t thrd_current(void) { return pthread_self(); }
int thrd_equal(thrd_t one, thrd_t other) { return one == other; }
void thrd_yield(void) {}

int mtx_init(mtx_t* mutex, int kind) {
  kiss_atomic_begin();
  if (kind & mtx_recursive)
    mutex->kind = PTHREAD_MUTEX_RECURSIVE;
  else
    mutex->kind = PTHREAD_MUTEX_NORMAL;
  mutex->owner = 0;
  mutex->count = 0;
  kiss_atomic_end();
  return thrd_success;
}
void mtx_destroy(mtx_t* mutex) { pthread_mutex_destroy(mutex); }
int mtx_lock(mtx_t* mutex) { return kiss_c11(pthread_mutex_lock(mutex)); }
int mtx_trylock(mtx_t* mutex) { return kiss_c11(pthread_mutex_trylock(mutex)); }
int mtx_timedlock(mtx_t* mutex, const struct timespec* deadline) {
  return kiss_c11(pthread_mutex_timedlock(mutex, deadline));
}
int mtx_unlock(mtx_t* mutex) { return kiss_c11(pthread_mutex_unlock(mutex)); }

int cnd_init(cnd_t* cond) { return kiss_c11(pthread_cond_init(cond, NULL)); }
void cnd_destroy(cnd_t* cond) { pthread_cond_destroy(cond); }
int cnd_wait(cnd_t* cond, mtx_t* mutex) { return kiss_c11(pthread_cond_wait(cond, mutex)); }
int cnd_timedwait(cnd_t* cond, mtx_t* mutex, const struct timespec* deadline) {
  return kiss_c11(pthread_cond_timedwait(cond, mutex, deadline));
}
int cnd_signal(cnd_t* cond) { return kiss_c11(pthread_cond_signal(cond)); }
int cnd_broadcast(cnd_t* cond) { return kiss_c11(pthread_cond_broadcast(cond)); }

void call_once(once_flag* once, void (*start)(void)) { pthread_once(once, start); }

int tss_create(tss_t* key, tss_dtor_t destructor) { return kiss_c11(pthread_key_create(key, destructor)); }
void tss_delete(tss_t key) { pthread_key_delete(key); }
int tss_set(tss_t key, void* value) { return kiss_c11(pthread_setspecific(key, value)); }
void* tss_get(tss_t key) { return pthread_getspecific(key); }

/* What the kinds of mutexes answer. BUG: a thread unlocks what another one holds. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t recursive, checked;

static void make(pthread_mutex_t* mutex, int kind) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, kind);
  pthread_mutex_init(mutex, &attributes);
  pthread_mutexattr_destroy(&attributes);
}

static void* other(void* argument) {
  (void)argument;
  assert(pthread_mutex_unlock(&checked) == EPERM);
  assert(pthread_mutex_lock(&recursive) == 0);
  assert(pthread_mutex_trylock(&recursive) == 0);
  assert(pthread_mutex_unlock(&recursive) == 0);
  assert(pthread_mutex_unlock(&recursive) == 0);
#ifdef BUG
  pthread_mutex_unlock(&plain);
#endif
  return 0;
}

int main(void) {
  pthread_t thread;
  make(&recursive, PTHREAD_MUTEX_RECURSIVE);
  make(&checked, PTHREAD_MUTEX_ERRORCHECK);
  assert(pthread_mutex_lock(&checked) == 0);
  assert(pthread_mutex_lock(&checked) == EDEADLK);
  pthread_mutex_lock(&plain);
  pthread_create(&thread, 0, other, 0);
  assert(pthread_mutex_trylock(&plain) == EBUSY);
  pthread_mutex_lock(&recursive);
  pthread_mutex_lock(&recursive);
  pthread_mutex_unlock(&recursive);
  pthread_mutex_unlock(&recursive);
  assert(pthread_join(pthread_self(), 0) == EDEADLK);
  pthread_join(thread, 0);
  pthread_mutex_unlock(&plain);
  pthread_mutex_unlock(&checked);
  pthread_mutex_destroy(&recursive);
  return 0;
}

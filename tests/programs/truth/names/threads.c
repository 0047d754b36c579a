// A threads library of the program's own, under the names of C11's and of semaphores. RIGHT: its locks are used.
#include <assert.h>
#include <pthread.h>

typedef struct {
  pthread_mutex_t mutex;
} own_mutex;

int mtx_lock(own_mutex* mutex) { return pthread_mutex_lock(&mutex->mutex); }
int mtx_unlock(own_mutex* mutex) { return pthread_mutex_unlock(&mutex->mutex); }
int thrd_create(pthread_t* thread, void* (*function)(void*), void* argument) {
  return pthread_create(thread, 0, function, argument);
}
int sem_wait(int* count) { return --*count; }
int sem_post(int* count) { return ++*count; }

own_mutex mutex = {PTHREAD_MUTEX_INITIALIZER};
int count = 0;

void* work(void* nothing) {
#ifdef RIGHT
  mtx_lock(&mutex);
#endif
  ++count;
#ifdef RIGHT
  mtx_unlock(&mutex);
#endif
  return nothing;
}

int main(void) {
  pthread_t a, b;
  thrd_create(&a, work, 0);
  thrd_create(&b, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  int own = 1;
  assert(sem_post(&own) == 2 && sem_wait(&own) == 1);
  assert(count == 2);
}

/* Threads that nobody joins, and a main that ends before they do. BUG: main returns without waiting for them,
 * and with it the process ends: the result is looked at too early. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t done;
static int result;

static void* work(void* argument) {
  int* const value = argument;
  __atomic_store_n(&result, *value * 2, __ATOMIC_SEQ_CST);
  free(value);
  sem_post(&done);
  pthread_exit(0);
}

static void* look(void* argument) {
  (void)argument;
#ifndef BUG
  sem_wait(&done);
#endif
  assert(__atomic_load_n(&result, __ATOMIC_SEQ_CST) == 42);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_attr_t attributes;
  int* const value = malloc(sizeof *value);
  *value = 21;
  sem_init(&done, 0, 0);
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_create(&thread, &attributes, work, value);
  pthread_create(&thread, 0, look, 0);
  pthread_detach(thread);
  pthread_exit(0);
}

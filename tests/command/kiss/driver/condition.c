/* A thread says that the value is ready before, or with FIRST after, it makes it. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready, *value;

static void* make(void* unused) {
#ifdef FIRST
  value = malloc(sizeof *value);
#endif
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
#ifndef FIRST
  value = malloc(sizeof *value);
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, make, 0);
  pthread_mutex_lock(&mutex);
  while (!ready) pthread_cond_wait(&changed, &mutex);
  *value = 4;
  pthread_mutex_unlock(&mutex);
  return 0;
}

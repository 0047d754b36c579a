/* Thread-specific values with destructors, created once by whoever comes first: correct. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int keys_made;
static int destroyed;
static int sum;

static void destroy(void* value) {
  pthread_mutex_lock(&mutex);
  ++destroyed;
  sum += *(int*)value;
  pthread_mutex_unlock(&mutex);
  free(value);
}

static void make_key(void) {
  ++keys_made;
  int failed = pthread_key_create(&key, destroy);
  assert(!failed);
  (void)failed;
}

static void* use(void* argument) {
  pthread_once(&once, make_key);
  assert(pthread_getspecific(key) == NULL);
  int* value = malloc(sizeof *value);
  *value = (int)(intptr_t)argument;
  pthread_setspecific(key, value);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  assert(pthread_getspecific(key) == value);
  return NULL;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, NULL, use, (void*)1);
  pthread_create(&other, NULL, use, (void*)10);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  assert(keys_made == 1);
  assert(destroyed == 2);
  assert(sum == 11);
  return 0;
}

/* Wrong: the consumer tests its condition with `if`.
 * Least bound 1, assertion: the first consumer waits; the producer puts an item, signals and is interrupted;
 * the second consumer takes the item and ends; the first wakes up and takes from an empty buffer. Without a
 * preemption the producer puts both items before anybody else runs, and there is one for each. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static int items;

static void* consumer(void* unused) {
  (void)unused;
  pthread_mutex_lock(&m);
  if (items == 0) pthread_cond_wait(&not_empty, &m);
  items--;
  assert(items >= 0);
  pthread_mutex_unlock(&m);
  return NULL;
}

static void* producer(void* unused) {
  (void)unused;
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&m);
    items++;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&m);
  }
  return NULL;
}

int main(void) {
  pthread_t c1, c2, p;
  pthread_create(&c1, NULL, consumer, NULL);
  pthread_create(&c2, NULL, consumer, NULL);
  pthread_create(&p, NULL, producer, NULL);
  pthread_join(c1, NULL);
  pthread_join(c2, NULL);
  pthread_join(p, NULL);
  return 0;
}

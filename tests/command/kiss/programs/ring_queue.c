/* A bounded queue with condition variables. BUG=1: a consumer that is woken does not look again whether there
 * is something, and another one may have taken it. BUG=2: one signal for two waiting consumers. */
#include <assert.h>
#include <pthread.h>

enum { CAPACITY = 2 };

struct queue {
  pthread_mutex_t lock;
  pthread_cond_t not_empty;
  int items[CAPACITY];
  int first, count;
};
static struct queue queue = {.lock = PTHREAD_MUTEX_INITIALIZER, .not_empty = PTHREAD_COND_INITIALIZER};
static int taken;

static void put(struct queue* q, int item) {
  assert(q->count < CAPACITY);
  q->items[(q->first + q->count) % CAPACITY] = item;
  q->count++;
}
static int take(struct queue* q) {
  assert(q->count > 0);
  const int item = q->items[q->first];
  q->first = (q->first + 1) % CAPACITY;
  q->count--;
  return item;
}

static void* consume(void* argument) {
  (void)argument;
  pthread_mutex_lock(&queue.lock);
#if BUG == 1
  if (queue.count == 0) pthread_cond_wait(&queue.not_empty, &queue.lock);
#else
  while (queue.count == 0) pthread_cond_wait(&queue.not_empty, &queue.lock);
#endif
  taken += take(&queue);
  pthread_mutex_unlock(&queue.lock);
  return 0;
}

static void* produce(void* argument) {
  (void)argument;
  pthread_mutex_lock(&queue.lock);
  put(&queue, 1);
#if BUG == 2
  put(&queue, 2);
  pthread_cond_signal(&queue.not_empty);
  pthread_mutex_unlock(&queue.lock);
#else
  pthread_cond_signal(&queue.not_empty);
  pthread_mutex_unlock(&queue.lock);
  pthread_mutex_lock(&queue.lock);
  put(&queue, 2);
  pthread_cond_signal(&queue.not_empty);
  pthread_mutex_unlock(&queue.lock);
#endif
  return 0;
}

int main(void) {
  pthread_t producer, consumers[2];
  pthread_create(&consumers[1], 0, consume, 0);
  pthread_create(&producer, 0, produce, 0);
  pthread_create(&consumers[0], 0, consume, 0);
  pthread_join(producer, 0);
  pthread_join(consumers[0], 0);
  pthread_join(consumers[1], 0);
  assert(taken == 3);
  return 0;
}

/* Producer and consumer with semaphores. BUG: the consumer takes the lock before it waits for something, and
 * then the producer cannot bring it. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

enum { ITEMS = 2 };
static sem_t empty, full, mutex;
static int buffer[ITEMS], written, taken;

static void* produce(void* argument) {
  (void)argument;
  for (int i = 0; i < ITEMS; i++) {
    sem_wait(&empty);
    sem_wait(&mutex);
    buffer[written++] = i + 1;
    sem_post(&mutex);
    sem_post(&full);
  }
  return 0;
}

static int consume(void) {
#ifdef BUG
  sem_wait(&mutex);
  sem_wait(&full);
#else
  sem_wait(&full);
  sem_wait(&mutex);
#endif
  const int item = buffer[taken++];
  sem_post(&mutex);
  sem_post(&empty);
  return item;
}

int main(void) {
  pthread_t producer;
  sem_init(&empty, 0, ITEMS);
  sem_init(&full, 0, 0);
  sem_init(&mutex, 0, 1);
  pthread_create(&producer, 0, produce, 0);
  int sum = 0;
  for (int i = 0; i < ITEMS; i++) sum += consume();
  pthread_join(producer, 0);
  assert(sum == 3);
  return 0;
}

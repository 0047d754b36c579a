// One slot between a producer and a consumer, with semaphores for empty and full. RACY: posted before it is
// filled.
#include <pthread.h>
#include <semaphore.h>

static sem_t empty, full;
static int slot;

static void* produce(void* unused) {
  for (int i = 1; i <= 2; ++i) {
    sem_wait(&empty);
#ifdef RACY
    sem_post(&full);
    slot = i;  // [fill]
#else
    slot = i;
    sem_post(&full);
#endif
  }
  return unused;
}

int main(void) {
  pthread_t producer;
  int sum = 0;
  sem_init(&empty, 0, 1);
  sem_init(&full, 0, 0);
  pthread_create(&producer, NULL, produce, NULL);
  for (int i = 0; i < 2; ++i) {
    sem_wait(&full);
    sum += slot;  // [take]
    sem_post(&empty);
  }
  pthread_join(producer, NULL);
  return sum > 3;
}

/* Two semaphores count empty and full slots, a third is the lock. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

enum { SLOTS = 2, ITEMS = 2 };

static int slots[SLOTS];
static int in, out;
static sem_t empty, full, mutex;

static void* produce(void* base) {
  int first = *(int*)base;
  for (int i = 0; i < ITEMS; i++) {
    sem_wait(&empty);
    sem_wait(&mutex);
    slots[in] = first + i;
    in = (in + 1) % SLOTS;
    sem_post(&mutex);
    sem_post(&full);
  }
  return NULL;
}

int main(void) {
  pthread_t tid;
  int base = 10, sum = 0;
  sem_init(&empty, 0, SLOTS);
  sem_init(&full, 0, 0);
  sem_init(&mutex, 0, 1);
  pthread_create(&tid, NULL, produce, &base);
  for (int i = 0; i < ITEMS; i++) {
    sem_wait(&full);
    sem_wait(&mutex);
    sum += slots[out];
    out = (out + 1) % SLOTS;
    sem_post(&mutex);
    sem_post(&empty);
  }
  pthread_join(tid, NULL);
  assert(sum == 10 + 11);
  sem_destroy(&empty);
  sem_destroy(&full);
  sem_destroy(&mutex);
  return 0;
}

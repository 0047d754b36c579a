/* Two puzzles of the semaphore book: a rendezvous, and a semaphore as a mutex. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t a_arrived, b_arrived, mutex;
static int a_before, b_before, count;

static void add(void) {
  sem_wait(&mutex);
  count = count + 1;
  sem_post(&mutex);
}

static void* thread_a(void* p) {
  a_before = 1;
  sem_post(&a_arrived);
  sem_wait(&b_arrived);
  assert(b_before);
  add();
  return p;
}

static void* thread_b(void* p) {
  b_before = 1;
  sem_post(&b_arrived);
  sem_wait(&a_arrived);
  assert(a_before);
  add();
  return p;
}

int main(void) {
  pthread_t a, b;
  int value;
  sem_init(&a_arrived, 0, 0);
  sem_init(&b_arrived, 0, 0);
  sem_init(&mutex, 0, 1);
  pthread_create(&a, NULL, thread_a, NULL);
  pthread_create(&b, NULL, thread_b, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(count == 2);
  assert(sem_getvalue(&mutex, &value) == 0 && value == 1);
  assert(sem_trywait(&a_arrived) == -1);
  return 0;
}

/* Wrong: the early return keeps the semaphore.
 * Least bound 1, deadlock: interrupt one customer between reserve and cancel; the other finds no seat and
 * returns with the semaphore, which the first waits for in cancel. Without a preemption the seat is free
 * again whenever somebody asks. */
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t guard;
static int seats = 1;

static int reserve(void) {
  sem_wait(&guard);
  if (seats == 0) return -1;
  seats--;
  sem_post(&guard);
  return 0;
}

static void cancel(void) {
  sem_wait(&guard);
  seats++;
  sem_post(&guard);
}

static void* customer(void* unused) {
  (void)unused;
  if (reserve() == 0) cancel();
  return NULL;
}

int main(void) {
  pthread_t a, b;
  sem_init(&guard, 0, 1);
  pthread_create(&a, NULL, customer, NULL);
  pthread_create(&b, NULL, customer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return seats == 1 ? 0 : 1;
}

/* A buffer of one place, with semaphores for what is in it and what is free, and one that guards
 * it.
 *
 * BUG=1: the consumer takes the guard before it waits for an item. Deadlock, no preemption: it
 *   comes first and keeps the producer out.
 * BUG=2: the guard lets two in. Assertion, least preemptions 1: a thread is preempted inside.
 *   Without, a thread inside never blocks and so is alone.
 * BUG=3: main destroys the semaphore while the consumer waits for it. Misuse, no preemption. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef BUG
#define BUG 0
#endif

static sem_t items, places, guard;
static atomic_int inside, item;

static void enter(void) {
  sem_wait(&guard);
  assert(inside++ == 0);
}

static void leave(void) {
  inside--;
  sem_post(&guard);
}

static void* consume(void* unused) {
#if BUG == 1
  enter();
  sem_wait(&items);
#else
  sem_wait(&items);
  enter();
#endif
  assert(item == 1);
  item = 0;
  leave();
  sem_post(&places);
  return unused;
}

static void* produce(void* unused) {
#if BUG == 2
  enter();
  leave();
#endif
  sem_wait(&places);
  enter();
  assert(item == 0);
  item = 1;
  leave();
  sem_post(&items);
#if BUG == 2
  enter();
  leave();
#endif
  return unused;
}

int main(void) {
  pthread_t consumer, producer;
  sem_init(&items, 0, 0);
  sem_init(&places, 0, 1);
  sem_init(&guard, 0, BUG == 2 ? 2 : 1);
  pthread_create(&consumer, NULL, consume, NULL);
  pthread_create(&producer, NULL, produce, NULL);
#if BUG == 3
  pthread_join(producer, NULL);
  sem_destroy(&items);
  pthread_join(consumer, NULL);
#else
  pthread_join(consumer, NULL);
  pthread_join(producer, NULL);
  sem_destroy(&items);
#endif
  return 0;
}

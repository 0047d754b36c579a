/* A pool of two slots: a semaphore counts the free ones, a lock protects which they are. BUG: no lock, so two
 * threads can get the same slot. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

enum { SLOTS = 2 };
static sem_t free_slots;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int used[SLOTS];
static atomic_int users[SLOTS];

static int get_slot(void) {
  int found = -1;
  sem_wait(&free_slots);
#ifndef BUG
  pthread_mutex_lock(&lock);
#endif
  for (int i = 0; i < SLOTS && found < 0; i++)
    if (!atomic_load(&used[i])) {
      atomic_store(&used[i], 1);
      found = i;
    }
#ifndef BUG
  pthread_mutex_unlock(&lock);
#endif
  return found;
}

static void put_slot(int slot) {
#ifndef BUG
  pthread_mutex_lock(&lock);
#endif
  atomic_store(&used[slot], 0);
#ifndef BUG
  pthread_mutex_unlock(&lock);
#endif
  sem_post(&free_slots);
}

static void* use(void* argument) {
  (void)argument;
  const int slot = get_slot();
  assert(slot >= 0);
  assert(atomic_fetch_add(&users[slot], 1) == 0);
  atomic_fetch_sub(&users[slot], 1);
  put_slot(slot);
  return 0;
}

int main(void) {
  pthread_t thread;
  sem_init(&free_slots, 0, SLOTS);
  pthread_create(&thread, 0, use, 0);
  use(0);
  pthread_join(thread, 0);
  return 0;
}

// A loop that waits, and changes something in every round: it never repeats itself, and does not end before the other
// thread has run.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static atomic_int running = 1;
static atomic_int rounds;
static sem_t posted;

static void* body(void* unused) {
  sem_wait(&posted);
  atomic_store(&running, 0);
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&posted, 0, 0);
  pthread_create(&thread, 0, body, 0);
  while (atomic_load(&running)) {
    sem_post(&posted);
    atomic_store(&rounds, atomic_load(&rounds) + 1);
  }
  pthread_join(thread, 0);
}

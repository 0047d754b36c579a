// Semaphores, and one that is found to be empty: the order of all steps on that one is kept by updates of a
// variable of its own, before a post and after a wait.
//
// TRACE 0|sem(free_slots,2)
// TRACE 0|sem(full,0)
// TRACE 0|sem(asked,0)
// TRACE 0|fork(0.1)
// TRACE 0|down(free_slots)
// TRACE 0|post(full)
// TRACE 0|r(count:asked)
// TRACE 0.1|down(full)
// TRACE 0.1|post(free_slots)
// TRACE 0.1|u(count:asked)
// TRACE 0.1|post(asked)
// TRACE 0|join(0.1)
// TRACE 0|down(asked)
// TRACE 0|u(count:asked)
#include <pthread.h>
#include <semaphore.h>

sem_t free_slots, full, asked;
static pthread_t handle;

static void* child(void* argument) {
  sem_wait(&full);
  sem_post(&free_slots);
  sem_post(&asked);
  return argument;
}

int main(void) {
  sem_init(&free_slots, 0, 2);
  sem_init(&full, 0, 0);
  sem_init(&asked, 0, 0);
  pthread_create(&handle, 0, child, 0);
  sem_wait(&free_slots);
  sem_post(&full);
  sem_trywait(&asked);
  pthread_join(handle, 0);
  sem_wait(&asked);
  return 0;
}

// 200 steps, the end of the other thread, and then steps without end. The limit is a finding also shortly after the other thread has
// ended (S9).
#include <pthread.h>
#include <semaphore.h>

static sem_t posted;

static void* body(void* unused) { return unused; }

int main(void) {
  pthread_t thread;
  sem_init(&posted, 0, 0);
  pthread_create(&thread, 0, body, 0);
  for (int i = 0; i < 200; ++i) sem_post(&posted);
  pthread_join(thread, 0);
  for (;;) sem_post(&posted);
}

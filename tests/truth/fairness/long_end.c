// 200 steps, the end of the other thread, and 20 or with ENDLESS any number of steps more. A limit between them is reached by a
// thread that is alone, and not by a loop that does not end.
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
#ifdef ENDLESS
  for (;;)
#else
  for (int i = 0; i < 20; ++i)
#endif
    sem_post(&posted);
}

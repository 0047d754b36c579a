/* main returns while a detached thread waits for work: the process just ends. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct work_queue {
  pthread_mutex_t lock;
  pthread_cond_t ready;
  int jobs;
  int finished;
};

static void* daemon_loop(void* arg) {
  struct work_queue* q = arg;
  pthread_mutex_lock(&q->lock);
  for (;;) {
    while (q->jobs == 0) pthread_cond_wait(&q->ready, &q->lock);
    q->jobs--;
    q->finished++;
    pthread_cond_broadcast(&q->ready);
  }
  return NULL;
}

static struct work_queue queue = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0};

int main(void) {
  pthread_t tid;
  pthread_attr_t attr;
  pthread_attr_init(&attr);
  pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
  if (pthread_create(&tid, &attr, daemon_loop, &queue) != 0) return EXIT_FAILURE;
  pthread_attr_destroy(&attr);

  pthread_mutex_lock(&queue.lock);
  queue.jobs = 1;
  pthread_cond_broadcast(&queue.ready);
  while (queue.finished == 0) pthread_cond_wait(&queue.ready, &queue.lock);
  pthread_mutex_unlock(&queue.lock);
  puts("done");
  return EXIT_SUCCESS;
}

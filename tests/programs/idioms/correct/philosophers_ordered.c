/* Dijkstra's philosophers with a global order of the forks. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

#define N 3

static pthread_mutex_t fork_[N] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                   PTHREAD_MUTEX_INITIALIZER};
static int used[N];

static void* philosopher(void* arg) {
  int i = (int)(intptr_t)arg;
  int left = i, right = (i + 1) % N;
  int low = left < right ? left : right;
  int high = left < right ? right : left;

  pthread_mutex_lock(&fork_[low]);
  pthread_mutex_lock(&fork_[high]);
  printf("philosopher %d eats\n", i);
  used[left]++;
  used[right]++;
  pthread_mutex_unlock(&fork_[high]);
  pthread_mutex_unlock(&fork_[low]);
  return NULL;
}

int main(void) {
  pthread_t p[N];
  for (int i = 0; i < N; i++)
    if (pthread_create(&p[i], NULL, philosopher, (void*)(intptr_t)i)) return 1;
  for (int i = 0; i < N; i++)
    if (pthread_join(p[i], NULL)) return 1;
  for (int i = 0; i < N; i++)
    if (used[i] != 2) return 2;
  return 0;
}

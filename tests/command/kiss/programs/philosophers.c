/* Philosophers and their forks. BUG: everybody takes the left one first. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

static pthread_mutex_t forks[N];
static atomic_int meals;

static void* dine(void* argument) {
  const int seat = (int)((pthread_mutex_t*)argument - forks);
  int first = seat, second = (seat + 1) % N;
#ifndef BUG
  if (first > second) {
    const int swap = first;
    first = second;
    second = swap;
  }
#endif
  pthread_mutex_lock(&forks[first]);
  pthread_mutex_lock(&forks[second]);
  atomic_fetch_add(&meals, 1);
  pthread_mutex_unlock(&forks[second]);
  pthread_mutex_unlock(&forks[first]);
  return 0;
}

int main(void) {
  pthread_t philosophers[N];
  for (int i = 0; i < N; i++) pthread_mutex_init(&forks[i], 0);
  for (int i = 1; i < N; i++) pthread_create(&philosophers[i], 0, dine, &forks[i]);
  dine(&forks[0]);
  for (int i = 1; i < N; i++) pthread_join(philosophers[i], 0);
  assert(atomic_load(&meals) == N);
  for (int i = 0; i < N; i++) pthread_mutex_destroy(&forks[i]);
  return 0;
}

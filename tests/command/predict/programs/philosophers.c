// Three philosophers, a fork between two of them, each fork a lock; the last one reaches the other way round,
// so nobody starves ("philo").
//
// A philosopher reads from a fork how often it was used: the neighbour may have been there before or after,
// so these reads can see other writes. Meals are each philosopher's own and read after the joins.
#include <assert.h>
#include <pthread.h>

#ifndef SCALE
#define SCALE 1
#endif

enum { kPhilosophers = 3, kMeals = 2 * SCALE };

struct fork {
  pthread_mutex_t mutex;
  int used;
};

static struct fork forks[kPhilosophers];
static int meals[kPhilosophers];

static void* dine(void* argument) {
  const int me = *(const int*)argument;
  const int left = me, right = (me + 1) % kPhilosophers;
  struct fork* first = &forks[left < right ? left : right];
  struct fork* second = &forks[left < right ? right : left];
  for (int meal = 0; meal < kMeals; ++meal) {
    pthread_mutex_lock(&first->mutex);
    first->used = first->used + 1;
    pthread_mutex_lock(&second->mutex);
    second->used = second->used + 1;
    meals[me] = meals[me] + 1;
    pthread_mutex_unlock(&second->mutex);
    pthread_mutex_unlock(&first->mutex);
  }
  return 0;
}

int main(void) {
  pthread_t threads[kPhilosophers];
  int numbers[kPhilosophers];
  for (int each = 0; each < kPhilosophers; ++each) pthread_mutex_init(&forks[each].mutex, 0);
  for (int each = 0; each < kPhilosophers; ++each) {
    numbers[each] = each;
    pthread_create(&threads[each], 0, dine, &numbers[each]);
  }
  int uses = 0;
  for (int each = 0; each < kPhilosophers; ++each) pthread_join(threads[each], 0);
  for (int each = 0; each < kPhilosophers; ++each) {
    assert(meals[each] == kMeals);
    uses += forks[each].used;
  }
  assert(uses == 2 * kPhilosophers * kMeals);
  return 0;
}

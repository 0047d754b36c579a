/* Threads work on variables of main, which lives longer than they do. BUG: all get the address of the same
 * variable, which main goes on changing. */
#include <assert.h>
#include <pthread.h>

enum { WORKERS = 3 };

struct job {
  const int* number;
  int square;
};

static void* work(void* argument) {
  struct job* const job = argument;
  const int number = __atomic_load_n(job->number, __ATOMIC_SEQ_CST);
  job->square = number * number;
  return 0;
}

int main(void) {
  pthread_t workers[WORKERS];
  struct job jobs[WORKERS];
  int numbers[WORKERS];
  int number = 0;
  for (int i = 0; i < WORKERS; i++) {
    numbers[i] = i;
    __atomic_store_n(&number, i, __ATOMIC_SEQ_CST);
#ifdef BUG
    jobs[i] = (struct job){.number = &number};
#else
    jobs[i] = (struct job){.number = &numbers[i]};
#endif
    pthread_create(&workers[i], 0, work, &jobs[i]);
  }
  int sum = 0;
  for (int i = 0; i < WORKERS; i++) {
    pthread_join(workers[i], 0);
    sum += jobs[i].square;
  }
  assert(sum == 5);
  return 0;
}

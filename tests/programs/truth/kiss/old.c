/* A program as it was written before 1999: `-std=gnu89` reaches the program, and nothing else that is compiled
 * with it. RIGHT: under a lock. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *work(unused)
  void *unused;
{
#ifdef RIGHT
  pthread_mutex_lock(&mutex);
#endif
  count = count + 1;
#ifdef RIGHT
  pthread_mutex_unlock(&mutex);
#endif
  return unused;
}

main()
{
  pthread_t one, other;
  pthread_create(&one, 0, work, 0);
  pthread_create(&other, 0, work, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
  assert(count == 2);
  return 0;
}

/* In the manner of the competition on software verification: a third thread looks whether both others have
 * added. RIGHT: it looks for more than they can add. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#ifdef RIGHT
enum { TOO_MUCH = 4 };
#else
enum { TOO_MUCH = 3 };
#endif

static pthread_mutex_t lock;
static int data;

void reach_error(void) { assert(0); }

static void* add_one(void* argument) {
  pthread_mutex_lock(&lock);
  data++;
  pthread_mutex_unlock(&lock);
  return argument;
}
static void* add_two(void* argument) {
  pthread_mutex_lock(&lock);
  data += 2;
  pthread_mutex_unlock(&lock);
  return argument;
}
static void* look(void* argument) {
  pthread_mutex_lock(&lock);
  if (data >= TOO_MUCH) {
    reach_error();
    abort();
  }
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(void) {
  pthread_mutex_init(&lock, 0);
  pthread_t one, two, three;
  pthread_create(&one, 0, add_one, 0);
  pthread_create(&two, 0, add_two, 0);
  pthread_create(&three, 0, look, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  pthread_join(three, 0);
  return 0;
}

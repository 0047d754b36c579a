/* pthread_once opens the library for whoever comes first. */
#include <assert.h>
#include <pthread.h>

static pthread_once_t opened = PTHREAD_ONCE_INIT;
static int opens;
static int handle;

static void open_library(void) {
  opens++;
  handle = 42;
}

static void* use(void* unused) {
  (void)unused;
  pthread_once(&opened, open_library);
  assert(handle == 42);
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, use, NULL);
  pthread_create(&t2, NULL, use, NULL);
  use(NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(opens == 1);
  return 0;
}

/* Something that is made when it is first needed. BUG: it is published before it is complete. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct settings {
  atomic_int width, height;
};
static struct settings* _Atomic shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int made;

static struct settings* get(void) {
  struct settings* settings = atomic_load(&shared);
  if (settings) return settings;
  pthread_mutex_lock(&lock);
  settings = atomic_load(&shared);
  if (!settings) {
    settings = calloc(1, sizeof *settings);
    atomic_fetch_add(&made, 1);
#ifdef BUG
    atomic_store(&shared, settings);
#endif
    atomic_store(&settings->width, 640);
    atomic_store(&settings->height, 480);
    atomic_store(&shared, settings);
  }
  pthread_mutex_unlock(&lock);
  return settings;
}

static void* use(void* argument) {
  (void)argument;
  struct settings* const settings = get();
  assert(atomic_load(&settings->width) == 640);
  assert(atomic_load(&settings->height) == 480);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, use, 0);
  use(0);
  pthread_join(thread, 0);
  assert(atomic_load(&made) == 1);
  return 0;
}

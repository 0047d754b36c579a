/* Objects that are freed with their last reference. BUG: whether it was the last is asked after the reference
 * was given back, so nobody or two may free it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
  atomic_int references;
  int value;
};
static atomic_int freed;

static void release(struct object* object) {
#ifdef BUG
  atomic_fetch_sub(&object->references, 1);
  if (atomic_load(&object->references) == 0) atomic_fetch_add(&freed, 1);
#else
  if (atomic_fetch_sub(&object->references, 1) == 1) atomic_fetch_add(&freed, 1);
#endif
}

static void* use(void* argument) {
  struct object* const object = argument;
  assert(object->value == 42);
  release(object);
  return 0;
}

int main(void) {
  struct object* const object = malloc(sizeof *object);
  object->value = 42;
  atomic_init(&object->references, 2);
  pthread_t user;
  pthread_create(&user, 0, use, object);
  release(object);
  pthread_join(user, 0);
  assert(atomic_load(&freed) == 1);
  free(object);
  return 0;
}

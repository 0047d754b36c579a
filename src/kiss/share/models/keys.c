/* What each thread has for itself: keys with their destructors, and errno. */
#include <errno.h>
#include <primitives.h>
#include <pthread.h>
#include <stddef.h>

enum { KISS_KEYS = 32, KISS_ROUNDS = 4 };

static unsigned kiss_key_count;
static void (*kiss_destructors[KISS_KEYS])(void*);
static _Thread_local void* kiss_values[KISS_KEYS];
static _Thread_local int kiss_errno;

int* __errno_location(void) { return &kiss_errno; }

static void kiss_destroy_values(void) {
  for (int round = 0; round < KISS_ROUNDS; round++) {
    int found = 0;
    for (unsigned key = 0; key < KISS_KEYS; key++) {
      void* const value = kiss_values[key];
      if (value == NULL) continue;
      void (*const destructor)(void*) = kiss_destructors[key];
      kiss_values[key] = NULL;
      if (destructor == NULL) continue;
      found = 1;
      destructor(value);
    }
    if (!found) return;
  }
}

int pthread_key_create(pthread_key_t* key, void (*destructor)(void*)) {
  int error = 0;
  kiss_at_thread_end(kiss_destroy_values);
  kiss_atomic_begin();
  const unsigned count = kiss_key_count;
  if (count == KISS_KEYS) {
    error = EAGAIN;
  } else {
    kiss_key_count = count + 1;
    kiss_destructors[count] = destructor;
    *key = count + 1;
  }
  kiss_atomic_end();
  return error;
}

int pthread_key_delete(pthread_key_t key) {
  if (key == 0 || key > KISS_KEYS) return EINVAL;
  kiss_atomic_begin();
  kiss_destructors[key - 1] = NULL;
  kiss_atomic_end();
  return 0;
}

int pthread_setspecific(pthread_key_t key, const void* value) {
  if (key == 0 || key > KISS_KEYS) return EINVAL;
  kiss_values[key - 1] = (void*)value;
  return 0;
}

void* pthread_getspecific(pthread_key_t key) {
  if (key == 0 || key > KISS_KEYS) return NULL;
  return kiss_values[key - 1];
}

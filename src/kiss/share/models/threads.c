/* Threads: creation is async of Figure 4, join waits for an end. */
#include <errno.h>
#include <primitives.h>
#include <pthread.h>
#include <stddef.h>

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*),
                   void* argument) {
  kiss_atomic_begin();
  const int number = kiss_new_thread();
  *thread = (pthread_t)number + 1;
  kiss_atomic_end();
  kiss_async(number, start, argument);
  return 0;
}

int pthread_join(pthread_t thread, void** result) {
  const int number = (int)thread - 1;
  if (!kiss_is_thread(number)) kiss_fail_misuse();
  if (number == kiss_self) return EDEADLK;
  kiss_atomic_begin();
  kiss_assume(kiss_is_done(number));
  if (result != NULL) *result = kiss_result_of(number);
  kiss_atomic_end();
  return 0;
}

int pthread_tryjoin_np(pthread_t thread, void** result) {
  const int number = (int)thread - 1;
  int error = 0;
  if (!kiss_is_thread(number)) kiss_fail_misuse();
  kiss_atomic_begin();
  if (!kiss_is_done(number))
    error = EBUSY;
  else if (result != NULL)
    *result = kiss_result_of(number);
  kiss_atomic_end();
  return error;
}

int pthread_detach(pthread_t thread) { return 0; }

void pthread_exit(void* result) {
  kiss_end_thread();
  kiss_exit_thread(result);
}

pthread_t pthread_self(void) { return (pthread_t)kiss_self + 1; }
int pthread_equal(pthread_t one, pthread_t other) { return one == other; }

int pthread_attr_init(pthread_attr_t* attributes) {
  attributes->detached = 0;
  return 0;
}
int pthread_attr_destroy(pthread_attr_t* attributes) { return 0; }
int pthread_attr_setdetachstate(pthread_attr_t* attributes, int state) {
  attributes->detached = state;
  return 0;
}
int pthread_attr_getdetachstate(const pthread_attr_t* attributes, int* state) {
  *state = attributes->detached;
  return 0;
}
int pthread_attr_setstacksize(pthread_attr_t* attributes, unsigned long bytes) { return 0; }
int pthread_setname_np(pthread_t thread, const char* name) { return 0; }

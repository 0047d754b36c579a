// Condition variables.
#include "families.h"

#include <pthread.h>

namespace {

void set_shared() {
  pthread_mutex_lock(&m);
  shared = 1;
  pthread_mutex_unlock(&m);
}
void signal_one() {
  threads.start(waits);
  pthread_cond_signal(&c);
  set_shared();
  pthread_cond_signal(&c);
  threads.join();
}
void signal_two() {  // the second may sleep for ever
  two(waits, waits);
  set_shared();
  pthread_cond_signal(&c);
  threads.join();
}
void broadcast() {
  two(waits, waits);
  set_shared();
  pthread_cond_broadcast(&c);
  threads.join();
}
void* waits_soon(void*) {
  pthread_mutex_lock(&m);
  if (shared == 0) pthread_cond_timedwait(&c, &m, &kSoon);
  pthread_mutex_unlock(&m);
  return nullptr;
}
void timed_wait() {
  two(waits_soon, waits_soon);
  set_shared();
  pthread_cond_signal(&c);
  threads.join();
}
void* waits_with_two(void*) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  pthread_cond_timedwait(&c, &m, &kSoon);
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&m);
  return nullptr;
}
void wait_with_level() {
  init(&m, PTHREAD_MUTEX_RECURSIVE);
  two(waits_with_two, locks);
  pthread_cond_broadcast(&c);
  threads.join();
}

const Family kFamilies[] = {
    FAMILY(signal_one), FAMILY(signal_two), FAMILY(broadcast), FAMILY(timed_wait), FAMILY(wait_with_level),
};

}  // namespace

std::span<const Family> families::conditions() { return kFamilies; }

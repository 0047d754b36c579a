// Mutexes and spin locks.
#include "families.h"

#include <pthread.h>

#include <cassert>
#include <cstdlib>

namespace {

void mutex() {
  two(locks, locks);
  threads.join();
}

void* locks_thrice(void*) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&n);
  pthread_mutex_lock(&m);
  pthread_mutex_trylock(&m);
  pthread_mutex_timedlock(&m, &kSoon);
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&n);
  pthread_mutex_unlock(&m);
  return nullptr;
}
void recursive() {
  init(&m, PTHREAD_MUTEX_RECURSIVE);
  two(locks_thrice, locks);
  threads.join();
}
// Main leaves while others may be about to take another level.
void recursive_left() {
  init(&m, PTHREAD_MUTEX_RECURSIVE);
  two(locks_thrice, locks);
  exit(0);
}

void* locks_own(void*) {
  pthread_mutex_lock(&m);
  assert(pthread_mutex_lock(&m) != 0);
  pthread_mutex_unlock(&m);
  return nullptr;
}
void errorcheck_again() {
  init(&m, PTHREAD_MUTEX_ERRORCHECK);
  two(locks_own, locks);
  threads.join();
}
void errorcheck() {
  init(&m, PTHREAD_MUTEX_ERRORCHECK);
  mutex();
}
void* unlocks_others(void*) {
  pthread_mutex_unlock(&m);
  return nullptr;
}
void errorcheck_unlock() {
  init(&m, PTHREAD_MUTEX_ERRORCHECK);
  two(unlocks_others, locks);
  threads.join();
}

void* tries(void*) {
  if (pthread_mutex_trylock(&m) == 0) pthread_mutex_unlock(&m);
  return nullptr;
}
void try_lock() {
  two(tries, locks);
  threads.join();
}

void* locks_soon(void*) {
  if (pthread_mutex_timedlock(&m, &kSoon) == 0) pthread_mutex_unlock(&m);
  return nullptr;
}
void timed_lock() {
  two(locks_soon, locks);
  threads.join();
}

pthread_spinlock_t spin;
void* spins(void*) {
  if (pthread_spin_trylock(&spin) != 0) pthread_spin_lock(&spin);
  pthread_spin_unlock(&spin);
  return nullptr;
}
void spin_lock() {
  pthread_spin_init(&spin, 0);
  two(spins, spins);
  threads.join();
}

void* orphans(void*) {
  pthread_mutex_lock(&m);
  return nullptr;
}
void robust() {
  init(&m, PTHREAD_MUTEX_NORMAL, true);
  threads.start(orphans);
  threads.join();
  pthread_mutex_lock(&m);
}

void init_while_held() {
  pthread_mutex_lock(&m);
  pthread_mutex_init(&m, nullptr);
  two(locks, locks);
  threads.join();
}

struct HeldBefore {
  HeldBefore() { pthread_mutex_lock(&held); }
  pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER;
} held_before;
void held_from_start() {
  pthread_mutex_unlock(&held_before.held);
  two(locks, locks);
  threads.join();
}

const Family kFamilies[] = {
    FAMILY(mutex),      FAMILY(recursive),        FAMILY(recursive_left),
    FAMILY(errorcheck), FAMILY(errorcheck_again), FAMILY(errorcheck_unlock),
    FAMILY(try_lock),   FAMILY(timed_lock),       FAMILY(spin_lock),
    FAMILY(robust),     FAMILY(init_while_held),  FAMILY(held_from_start),
};

}  // namespace

std::span<const Family> families::mutexes() { return kFamilies; }

// How executions end, and choices.
#include "families.h"

#include <pthread.h>
#include <stalemate/stalemate.h>
#include <unistd.h>

#include <cassert>
#include <cstdlib>

namespace {

void left() {
  two(waits, locks);
  exit(3);
}
void left_at_once() {
  two(waits, locks);
  _exit(3);
}
void* locks_other_way(void*) {
  pthread_mutex_lock(&n);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&n);
  return nullptr;
}
void* locks_one_way(void*) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&n);
  pthread_mutex_unlock(&n);
  pthread_mutex_unlock(&m);
  return nullptr;
}
void deadlock() {
  two(locks_one_way, locks_other_way);
  threads.join();
}
void* locks_twice(void*) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  return nullptr;
}
void own_deadlock() {
  two(locks_twice, locks);
  threads.join();
}
void* increments(void*) {
  broad.store(broad.load() + 1);
  return nullptr;
}
void assertion() {
  two(increments, increments);
  threads.join();
  assert(broad.load() == 2);
}
void* asserts_inside(void*) {
  assert(broad.load() == 0);
  return nullptr;
}
void assertion_inside() {
  two(increments, asserts_inside);
  threads.join();
}
void abandoned() {
  two(increments, locks);
  stalemate::assume(broad.load() == 0);
  threads.join();
}
void* chooses(void*) {
  if (stalemate::choose(3) == 1) locks(nullptr);
  return nullptr;
}
void choice() {
  two(chooses, locks);
  threads.join();
}

const Family kFamilies[] = {
    FAMILY(left),      FAMILY(left_at_once),     FAMILY(deadlock),  FAMILY(own_deadlock),
    FAMILY(assertion), FAMILY(assertion_inside), FAMILY(abandoned), FAMILY(choice),
};

}  // namespace

std::span<const Family> families::endings() { return kFamilies; }

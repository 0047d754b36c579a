// Semaphores.
#include "families.h"

#include <fcntl.h>
#include <semaphore.h>

#include <cstdlib>

namespace {

sem_t sem;
void* takes(void*) {
  sem_wait(&sem);
  return nullptr;
}
void* takes_soon(void*) {
  sem_timedwait(&sem, &kSoon);
  sem_trywait(&sem);
  return nullptr;
}
void semaphore() {
  sem_init(&sem, 0, 1);
  two(takes, takes);
  sem_post(&sem);
  threads.join();
}
void timed_semaphore() {
  sem_init(&sem, 0, 0);
  two(takes_soon, takes);
  sem_post(&sem);
  threads.join();
}
// Nobody touches it before the end.
void semaphore_left() {
  sem_init(&sem, 0, 1);
  two(takes, takes);
  exit(0);
}
void semaphore_looked_at() {
  sem_init(&sem, 0, 1);
  int value = 0;
  sem_getvalue(&sem, &value);
  two(takes, takes);
  exit(0);
}
void semaphore_again() {
  sem_init(&sem, 0, 0);
  sem_post(&sem);
  sem_destroy(&sem);
  sem_init(&sem, 0, 1);
  two(takes, takes);
  sem_post(&sem);
  threads.join();
}
void semaphore_with_another_count() {
  sem_init(&sem, 0, 0);
  sem_post(&sem);
  sem_init(&sem, 0, 2);
  two(takes, takes);
  threads.join();
}
void named_semaphore() {
  sem_t* named = sem_open("/effects", O_CREAT, 0600, 1);
  sem_wait(named);
  threads.start(locks);
  threads.join();
}

const Family kFamilies[] = {
    FAMILY(semaphore),           FAMILY(timed_semaphore), FAMILY(semaphore_left),
    FAMILY(semaphore_looked_at), FAMILY(semaphore_again), FAMILY(semaphore_with_another_count),
    FAMILY(named_semaphore),
};

}  // namespace

std::span<const Family> families::semaphores() { return kFamilies; }

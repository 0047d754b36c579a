// Barriers, and what is done once.
#include "families.h"

#include <pthread.h>

namespace {

pthread_barrier_t barrier;
void* arrives(void*) {
  pthread_barrier_wait(&barrier);
  pthread_barrier_wait(&barrier);
  return nullptr;
}
void barriers() {
  pthread_barrier_init(&barrier, nullptr, 2);
  two(arrives, arrives);
  threads.join();
}
void barrier_of_three() {
  pthread_barrier_init(&barrier, nullptr, 3);
  two(arrives, arrives);
  arrives(nullptr);
  threads.join();
}

pthread_once_t once_control = PTHREAD_ONCE_INIT;
void initialise() { locks(nullptr); }
void* calls_once(void*) {
  pthread_once(&once_control, initialise);
  static const int made = (locks(nullptr), 1);
  return made == 1 ? nullptr : &shared;
}
void once() {
  two(calls_once, calls_once);
  threads.join();
}

const Family kFamilies[] = {
    FAMILY(barriers),
    FAMILY(barrier_of_three),
    FAMILY(once),
};

}  // namespace

std::span<const Family> families::meetings() { return kFamilies; }

// A cancelled thread runs the destructors of everything on its stack, and takes no signal: where two wait and
// one of them is cancelled, one signal is enough for the other.
//
// BUG=1: nobody signals. Deadlock, no preemption.
#include <pthread.h>
#include <atomic>
#include <cassert>

#ifndef BUG
#define BUG 0
#endif

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
bool ready = false;
std::atomic<int> unlocked{0};

struct Lock {
  Lock() { pthread_mutex_lock(&mutex); }
  ~Lock() {
    ++unlocked;
    pthread_mutex_unlock(&mutex);
  }
};

void* wait(void*) {
  Lock lock;
  while (!ready) pthread_cond_wait(&condition, &mutex);
  return nullptr;
}

int main() {
  pthread_t threads[2];
  for (pthread_t& thread : threads) pthread_create(&thread, nullptr, wait, nullptr);
  pthread_cancel(threads[0]);
  {
    Lock lock;
    ready = BUG == 0;
    if (BUG == 0) pthread_cond_signal(&condition);
  }
  void* result = nullptr;
  pthread_join(threads[0], &result);
  assert(result == PTHREAD_CANCELED || result == nullptr);
  pthread_join(threads[1], &result);
  assert(result == nullptr && unlocked == 3);
}

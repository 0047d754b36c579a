// Two threads with STEPS steps each on objects of their own: one class, and more prefixes than can be kept.
// CONTENDED: a step on a common variable at the end of each, so that there are two classes.
#include <pthread.h>
#include <atomic>
#include <thread>

// Atomic operations on memory of one thread would be no steps.
pthread_mutex_t own[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
std::atomic<int> common{0};

void work(int thread) {
  for (int i = 0; i < STEPS / 2; ++i) {
    pthread_mutex_lock(&own[thread]);
    pthread_mutex_unlock(&own[thread]);
  }
#ifdef CONTENDED
  common.store(thread);
#endif
}

int main() {
  std::thread first(work, 0), second(work, 1);
  first.join();
  second.join();
}

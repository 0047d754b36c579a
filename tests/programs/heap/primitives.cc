// A primitive inside a block of the heap. Without -DEARLY the block is freed by whom the primitive itself
// tells that the others are done with it, which is right; with it, by main while the other thread has yet to
// come.
#include <pthread.h>
#include <semaphore.h>

#include <atomic>
#include <cstdlib>
#include <thread>

struct Holder {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
  pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
  pthread_spinlock_t spin;
  pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_barrier_t barrier;
  sem_t semaphore;
  std::atomic<int> word{0};
  bool flag = false;
};

static std::atomic<bool> freed{false};

// What the other thread does to the block, as the last thing.
static void tell(Holder* holder) {
#if defined(MUTEX)
  pthread_mutex_lock(&holder->mutex);
  holder->flag = true;
  pthread_mutex_unlock(&holder->mutex);
#elif defined(CONDITION)
  pthread_mutex_lock(&holder->mutex);
  holder->flag = true;
  pthread_cond_signal(&holder->condition);
  pthread_mutex_unlock(&holder->mutex);
#elif defined(LATE_SIGNAL)
  pthread_mutex_lock(&holder->mutex);
  holder->flag = true;
  pthread_mutex_unlock(&holder->mutex);
  pthread_cond_signal(&holder->condition);
#elif defined(RWLOCK)
  pthread_rwlock_wrlock(&holder->rwlock);
  holder->flag = true;
  pthread_rwlock_unlock(&holder->rwlock);
#elif defined(SPIN)
  pthread_spin_lock(&holder->spin);
  holder->flag = true;
  pthread_spin_unlock(&holder->spin);
#elif defined(ONCE)
  pthread_once(&holder->once, [] {});
#elif defined(BARRIER)
  pthread_barrier_wait(&holder->barrier);
#elif defined(SEMAPHORE)
  sem_post(&holder->semaphore);
#elif defined(FUTEX)
  holder->word.store(1);
  holder->word.notify_one();
#endif
}

// How main learns of it.
static void hear(Holder* holder) {
#if defined(MUTEX)
  for (bool done = false; !done; sched_yield()) {
    pthread_mutex_lock(&holder->mutex);
    done = holder->flag;
    pthread_mutex_unlock(&holder->mutex);
  }
#elif defined(CONDITION) || defined(LATE_SIGNAL)
  pthread_mutex_lock(&holder->mutex);
  while (!holder->flag) pthread_cond_wait(&holder->condition, &holder->mutex);
  pthread_mutex_unlock(&holder->mutex);
#elif defined(RWLOCK)
  for (bool done = false; !done; sched_yield()) {
    pthread_rwlock_rdlock(&holder->rwlock);
    done = holder->flag;
    pthread_rwlock_unlock(&holder->rwlock);
  }
#elif defined(SPIN)
  for (bool done = false; !done; sched_yield()) {
    pthread_spin_lock(&holder->spin);
    done = holder->flag;
    pthread_spin_unlock(&holder->spin);
  }
#elif defined(ONCE)
  pthread_once(&holder->once, [] {});
#elif defined(BARRIER)
  pthread_barrier_wait(&holder->barrier);
#elif defined(SEMAPHORE)
  sem_wait(&holder->semaphore);
#elif defined(FUTEX)
  holder->word.wait(0);
#endif
}

int main() {
  auto* holder = new Holder;
  pthread_spin_init(&holder->spin, 0);
  pthread_barrier_init(&holder->barrier, nullptr, 2);
  sem_init(&holder->semaphore, 0, 0);
#if defined(EARLY)
  std::thread other([holder] {
    while (!freed) sched_yield();
    tell(holder);
  });
  delete holder;
  freed = true;
#else
  std::thread other([holder] { tell(holder); });
  hear(holder);
#ifndef ONCE  // both may be at it: nobody knows who is first
  delete holder;
#endif
#endif
  other.join();
#if !defined(EARLY) && defined(ONCE)
  delete holder;
#endif
}

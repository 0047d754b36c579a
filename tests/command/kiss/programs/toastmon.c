/* Figure 6 of the KISS paper: requests to a driver enter through a remove lock, which keeps it from going
 * away but does not order them. DevicePnpState is written by one and read by another. RIGHT: both take the
 * state's lock. */
#include <pthread.h>
#include <stddef.h>

enum pnp_state { Started, StopPending, Deleted };
struct remove_lock {
  int count;
};
struct device_extension {
  struct remove_lock RemoveLock;
  pthread_mutex_t StateLock;
  enum pnp_state DevicePnpState;
  int PowerCount;
};
static struct device_extension extension;

static int IoAcquireRemoveLock(struct remove_lock* lock) {
  return __atomic_fetch_add(&lock->count, 1, __ATOMIC_SEQ_CST);
}
static void IoReleaseRemoveLock(struct remove_lock* lock) {
  __atomic_fetch_sub(&lock->count, 1, __ATOMIC_SEQ_CST);
}

static void lock_state(struct device_extension* e) {
#ifdef RIGHT
  pthread_mutex_lock(&e->StateLock);
#else
  (void)e;
#endif
}
static void unlock_state(struct device_extension* e) {
#ifdef RIGHT
  pthread_mutex_unlock(&e->StateLock);
#else
  (void)e;
#endif
}

static void* DispatchPnp(void* argument) {
  struct device_extension* const e = argument;
  IoAcquireRemoveLock(&e->RemoveLock);
  lock_state(e);
  e->DevicePnpState = StopPending;
  unlock_state(e);
  IoReleaseRemoveLock(&e->RemoveLock);
  return NULL;
}

static int DispatchPower(struct device_extension* e) {
  lock_state(e);
  const int deleted = e->DevicePnpState == Deleted;
  unlock_state(e);
  if (deleted) return -1;
  e->PowerCount++;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, DispatchPnp, &extension);
  DispatchPower(&extension);
  pthread_join(thread, NULL);
  return 0;
}

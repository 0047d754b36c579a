/* Primitives of a kernel, as somebody who checks drivers would write them:
 * docs/recipes/add-a-kiss-primitive.md. */
#include "primitives.h"

typedef struct {
  int held;
} KSPIN_LOCK;
typedef struct {
  int signalled;
} KEVENT;

void KeAcquireSpinLock(KSPIN_LOCK* lock, unsigned char* irql) {
  kiss_atomic_begin();
  const int held = lock->held;
  kiss_assume(!held);
  lock->held = 1;
  kiss_atomic_end();
  *irql = 0;
}

void KeReleaseSpinLock(KSPIN_LOCK* lock, unsigned char irql) {
  kiss_atomic_begin();
  const int held = lock->held;
  if (!held) kiss_fail_misuse();
  lock->held = 0;
  kiss_atomic_end();
}

void KeWaitForSingleObject(KEVENT* event) {
  kiss_atomic_begin();
  const int signalled = event->signalled;
  kiss_assume(signalled);
  kiss_atomic_end();
}

void KeSetEvent(KEVENT* event) {
  kiss_atomic_begin();
  event->signalled = 1;
  kiss_atomic_end();
}

long InterlockedIncrement(long* value) {
  kiss_atomic_begin();
  const long next = *value + 1;
  *value = next;
  kiss_atomic_end();
  return next;
}

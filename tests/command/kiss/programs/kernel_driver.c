/* A driver that uses the primitives of its kernel, which stubs/kernel.c models. BUG=1: the count is looked at
 * before the event says that it is complete. BUG=2: the lock is taken twice. */
#include <assert.h>
#include <pthread.h>

typedef struct {
  int held;
} KSPIN_LOCK;
typedef struct {
  int signalled;
} KEVENT;

void KeAcquireSpinLock(KSPIN_LOCK* lock, unsigned char* irql);
void KeReleaseSpinLock(KSPIN_LOCK* lock, unsigned char irql);
void KeWaitForSingleObject(KEVENT* event);
void KeSetEvent(KEVENT* event);
long InterlockedIncrement(long* value);

struct device {
  KSPIN_LOCK lock;
  KEVENT done;
  long requests;
  int bytes;
};
static struct device device;

static void* request(void* argument) {
  struct device* const d = argument;
  unsigned char irql;
  InterlockedIncrement(&d->requests);
  KeAcquireSpinLock(&d->lock, &irql);
  d->bytes += 512;
  KeReleaseSpinLock(&d->lock, irql);
  KeSetEvent(&d->done);
  return 0;
}

int main(void) {
  pthread_t thread;
  unsigned char irql;
  pthread_create(&thread, 0, request, &device);
#if BUG != 1
  KeWaitForSingleObject(&device.done);
#endif
  KeAcquireSpinLock(&device.lock, &irql);
#if BUG == 2
  KeAcquireSpinLock(&device.lock, &irql);
#endif
  assert(device.bytes == 512);
  KeReleaseSpinLock(&device.lock, irql);
  return 0;
}

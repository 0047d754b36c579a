// An event made of a raw futex. RACY: its word is set and read with relaxed order, which publishes nothing.
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef RACY
#define PUBLISH memory_order_relaxed
#define LOOK memory_order_relaxed
#else
#define PUBLISH memory_order_release
#define LOOK memory_order_acquire
#endif

static atomic_int set;
static int message;

static void* announce(void* unused) {
  message = 7;  // [write]
  atomic_store_explicit(&set, 1, PUBLISH);
  syscall(SYS_futex, &set, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
  return unused;
}

int main(void) {
  pthread_t announcer;
  pthread_create(&announcer, NULL, announce, NULL);
  while (atomic_load_explicit(&set, LOOK) == 0)
    syscall(SYS_futex, &set, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
  const int got = message;  // [read]
  pthread_join(announcer, NULL);
  return got == 0;
}

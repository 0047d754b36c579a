// A mailbox of C11's threads. RACY: the reader looks whether it is full before it locks.
#include <threads.h>

static mtx_t lock;
static cnd_t changed;
static int full;
static int letter;

static int deliver(void* unused) {
  (void)unused;
  mtx_lock(&lock);
  letter = 42;
  full = 1;  // [fill]
  mtx_unlock(&lock);
  cnd_signal(&changed);
  return 0;
}

int main(void) {
  thrd_t postman;
  mtx_init(&lock, mtx_plain);
  cnd_init(&changed);
  thrd_create(&postman, deliver, NULL);
#ifdef RACY
  if (!full)  // [look]
#endif
  {
    mtx_lock(&lock);
    while (!full) cnd_wait(&changed, &lock);
    mtx_unlock(&lock);
  }
  const int got = letter;  // [read]
  thrd_join(postman, NULL);
  return got == 0;
}

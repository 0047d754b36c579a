/* <threads.h>: a one-place mailbox between two thrd_t. */
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <threads.h>

static mtx_t lock;
static cnd_t changed;
static bool full;
static int letter;
static once_flag flag = ONCE_FLAG_INIT;
static int inits;
static tss_t scratch;

static void init(void) { inits++; }

static int sender(void* arg) {
  call_once(&flag, init);
  for (int i = 0; i < 2; i++) {
    if (mtx_lock(&lock) != thrd_success) return thrd_error;
    while (full) cnd_wait(&changed, &lock);
    letter = *(int*)arg + i;
    full = true;
    cnd_signal(&changed);
    mtx_unlock(&lock);
  }
  return 0;
}

static int receiver(void* arg) {
  (void)arg;
  call_once(&flag, init);
  int* sum = calloc(1, sizeof *sum);
  if (sum == NULL || tss_set(scratch, sum) != thrd_success) return -1;
  for (int i = 0; i < 2; i++) {
    mtx_lock(&lock);
    while (!full) cnd_wait(&changed, &lock);
    *sum += letter;
    full = false;
    cnd_signal(&changed);
    mtx_unlock(&lock);
  }
  thrd_exit(*sum);
}

int main(void) {
  thrd_t s, r;
  int base = 20, sent, received;
  assert(mtx_init(&lock, mtx_plain) == thrd_success);
  assert(cnd_init(&changed) == thrd_success);
  assert(tss_create(&scratch, free) == thrd_success);
  assert(thrd_create(&s, sender, &base) == thrd_success);
  assert(thrd_create(&r, receiver, NULL) == thrd_success);
  assert(thrd_join(s, &sent) == thrd_success && sent == 0);
  assert(thrd_join(r, &received) == thrd_success);
  assert(received == 41);
  assert(inits == 1);
  tss_delete(scratch);
  cnd_destroy(&changed);
  mtx_destroy(&lock);
  return 0;
}

/* A channel for one message, with the threads of C11. BUG: the sender does not wait until the last message
 * was taken. */
#include <assert.h>
#include <threads.h>

struct channel {
  mtx_t lock;
  cnd_t filled, emptied;
  int full, message;
};
static struct channel channel;
static once_flag started = ONCE_FLAG_INIT;

static void start(void) {
  mtx_init(&channel.lock, mtx_plain);
  cnd_init(&channel.filled);
  cnd_init(&channel.emptied);
}

static void send(struct channel* c, int message) {
  mtx_lock(&c->lock);
#ifndef BUG
  while (c->full) cnd_wait(&c->emptied, &c->lock);
#endif
  c->message = message;
  c->full = 1;
  cnd_signal(&c->filled);
  mtx_unlock(&c->lock);
}
static int receive(struct channel* c) {
  mtx_lock(&c->lock);
  while (!c->full) cnd_wait(&c->filled, &c->lock);
  const int message = c->message;
  c->full = 0;
  cnd_signal(&c->emptied);
  mtx_unlock(&c->lock);
  return message;
}

static int sender(void* argument) {
  call_once(&started, start);
  send(&channel, *(int*)argument);
  thrd_exit(*(int*)argument + 1);
}

int main(void) {
  thrd_t threads[2];
  int messages[2] = {1, 2};
  int result = 0;
  call_once(&started, start);
  for (int i = 0; i < 2; i++)
    if (thrd_create(&threads[i], sender, &messages[i]) != thrd_success) return 1;
#ifndef BUG
  assert(receive(&channel) + receive(&channel) == 3);
#else
  const int first = receive(&channel);
#endif
  for (int i = 0; i < 2; i++) {
    assert(thrd_join(threads[i], &result) == thrd_success);
    assert(result == messages[i] + 1);
  }
#ifdef BUG
  assert(channel.full && channel.message + first == 3);
#endif
  return 0;
}

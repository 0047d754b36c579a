/* A connection as a state machine that its user and the network drive. BUG: the state is looked at without
 * the lock that protects its changes. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum state { IDLE, OPENING, OPEN, CLOSING, CLOSED };
static _Atomic enum state state = OPENING;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int sent_after_close;

static int step(int event) {
  int result = 0;
again:
  switch (atomic_load(&state)) {
    case IDLE: return -1;
    case OPENING:
      if (event == 1) {
        atomic_store(&state, OPEN);
        result = 1;
        break;
      }
      atomic_store(&state, CLOSING);
      goto again;
    case OPEN:
      if (event == 1) break;
      /* fall through */
    case CLOSING:
      atomic_store(&state, CLOSED);
      result = 2;
      break;
    case CLOSED:
    default: result = 3;
  }
  return result;
}

static void* network(void* argument) {
  (void)argument;
  pthread_mutex_lock(&lock);
  step(0);
  pthread_mutex_unlock(&lock);
  return 0;
}

static void send(void) {
#ifndef BUG
  pthread_mutex_lock(&lock);
#endif
  if (atomic_load(&state) == OPEN) {
    if (atomic_load(&state) == CLOSED) atomic_fetch_add(&sent_after_close, 1);
  }
#ifndef BUG
  pthread_mutex_unlock(&lock);
#endif
}

int main(void) {
  pthread_t thread;
  assert(step(1) == 1);
  pthread_create(&thread, 0, network, 0);
  send();
  pthread_join(thread, 0);
  assert(atomic_load(&sent_after_close) == 0);
  assert(atomic_load(&state) == CLOSED);
  return 0;
}

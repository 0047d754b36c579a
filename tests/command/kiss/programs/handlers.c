/* Handlers behind function pointers, one of which is taken away while others may call it. BUG: it is looked
 * up under the lock and called outside of it, when its context may be gone. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

typedef int (*handler)(void* context, int event);
struct slot {
  handler call;
  void* context;
};
struct context {
  int alive, handled;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct slot slots[2];

static int count(void* argument, int event) {
  struct context* const context = argument;
  assert(__atomic_load_n(&context->alive, __ATOMIC_SEQ_CST));
  context->handled += event;
  return 1;
}
static int ignore(void* argument, int event) { return argument != NULL && event == 0; }

static int deliver(int number, int event) {
  int result = 0;
  pthread_mutex_lock(&lock);
  const struct slot slot = slots[number];
#ifdef BUG
  pthread_mutex_unlock(&lock);
  if (slot.call) result = slot.call(slot.context, event);
#else
  if (slot.call) result = slot.call(slot.context, event);
  pthread_mutex_unlock(&lock);
#endif
  return result;
}

static void remove_handler(int number) {
  pthread_mutex_lock(&lock);
  struct context* const context = slots[number].context;
  slots[number] = (struct slot){NULL, NULL};
  pthread_mutex_unlock(&lock);
  __atomic_store_n(&context->alive, 0, __ATOMIC_SEQ_CST);
}

static void* leave(void* argument) {
  (void)argument;
  remove_handler(1);
  return NULL;
}

int main(void) {
  struct context context = {1, 0};
  slots[0] = (struct slot){ignore, NULL};
  slots[1] = (struct slot){count, &context};
  pthread_t thread;
  pthread_create(&thread, NULL, leave, NULL);
  deliver(0, 1);
  deliver(1, 2);
  pthread_join(thread, NULL);
  assert(context.handled == 0 || context.handled == 2);
  return 0;
}

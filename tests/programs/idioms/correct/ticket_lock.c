/* Take a number, wait until it is called. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

struct ticket_lock {
  atomic_uint next;
  atomic_uint serving;
};

static struct ticket_lock desk;
static int served;

static void ticket_acquire(struct ticket_lock* l) {
  unsigned mine = atomic_fetch_add_explicit(&l->next, 1, memory_order_relaxed);
  while (atomic_load_explicit(&l->serving, memory_order_acquire) != mine) sched_yield();
}

static void ticket_release(struct ticket_lock* l) {
  unsigned now = atomic_load_explicit(&l->serving, memory_order_relaxed);
  atomic_store_explicit(&l->serving, now + 1, memory_order_release);
}

static void* customer(void* arg) {
  (void)arg;
  ticket_acquire(&desk);
  served++;
  ticket_release(&desk);
  return NULL;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, customer, NULL);
  customer(NULL);
  pthread_join(other, NULL);
  assert(served == 2);
  assert(atomic_load(&desk.serving) == 2);
  return 0;
}

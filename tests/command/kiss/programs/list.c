/* A sorted list with a lock, and nodes of malloc. BUG: looking for a value does not take the lock, and comes
 * to a node that is no longer in the list. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int value;
  atomic_int removed;
  struct node* _Atomic next;
};
static struct node* _Atomic first;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void insert(int value) {
  struct node* const node = malloc(sizeof *node);
  node->value = value;
  atomic_init(&node->removed, 0);
  pthread_mutex_lock(&lock);
  struct node* _Atomic* at = &first;
  while (atomic_load(at) && atomic_load(at)->value < value) at = &atomic_load(at)->next;
  atomic_init(&node->next, atomic_load(at));
  atomic_store(at, node);
  pthread_mutex_unlock(&lock);
}

static int remove_value(int value) {
  int found = 0;
  pthread_mutex_lock(&lock);
  for (struct node* _Atomic* at = &first; atomic_load(at) && !found; at = &atomic_load(at)->next)
    if (atomic_load(at)->value == value) {
      struct node* const node = atomic_load(at);
      atomic_store(at, atomic_load(&node->next));
      atomic_store(&node->removed, 1);
      found = 1;
      break;
    }
  pthread_mutex_unlock(&lock);
  return found;
}

static int contains(int value) {
  int found = 0;
#ifndef BUG
  pthread_mutex_lock(&lock);
#endif
  for (struct node* node = atomic_load(&first); node && !found; node = atomic_load(&node->next)) {
    assert(!atomic_load(&node->removed));
    found = node->value == value;
  }
#ifndef BUG
  pthread_mutex_unlock(&lock);
#endif
  return found;
}

static void* change(void* argument) {
  (void)argument;
  assert(remove_value(2));
  insert(3);
  return 0;
}

int main(void) {
  pthread_t thread;
  insert(2);
  insert(1);
  pthread_create(&thread, 0, change, 0);
  contains(3);
  pthread_join(thread, 0);
  assert(contains(1) && !contains(2) && contains(3));
  return 0;
}

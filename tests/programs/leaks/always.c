/* Blocks that are lost in every execution: one, a list of three, a ring of two, two places, blocks of no bytes; in
   main or (THREAD) in a thread. */
#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node* next;
  long payload;
};

/* Not where the stack of main could still have it. */
__attribute__((noinline)) struct node* make(struct node* next) {
  struct node* node = malloc(sizeof *node);
  node->next = next;
  return node;
}

__attribute__((noinline)) void lose(void) {
#if defined LIST
  make(make(make(NULL)));
#elif defined RING
  struct node* first = make(NULL);
  first->next = make(first);
#elif defined TWO_PLACES
  make(NULL);
  void* volatile other = calloc(3, 8);
  other = NULL;
#elif defined NOTHING
  void* volatile other = malloc(0);
  other = NULL;
#elif defined MANY
  for (int i = 0; i < 1000; ++i) make(NULL);
#else
  make(NULL);
#endif
}

void* run(void* argument) {
  lose();
  return argument;
}

int main(void) {
#ifdef THREAD
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, NULL);
#else
  run(NULL);
#endif
  return 0;
}

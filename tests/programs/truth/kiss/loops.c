// Loops that end by themselves, ten times round, with what comes after them: a bound of four must not hide it.
// LIST, TEXT, SIZE, BREAK: how it ends. SHARED: by what others could change, so that the bound holds. QUIET: the same,
// while there is no other thread. RIGHT: what comes after it holds.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node *next;
};
static struct node *list;
static char text[] = "0123456789";
static int numbers[10], shared, done;

static void *work(void *unused) {
  done = 1;
  return unused;
}

static void prepare(void) {
  for (int i = 0; i < 10; i++) {
    struct node *node = malloc(sizeof *node);
    node->next = list;
    list = node;
  }
  text[0] = 'x';
}

static int count(void) {
  int rounds = 0;
#if defined(LIST)
  for (struct node *node = list; node; node = node->next) rounds++;
#elif defined(TEXT)
  for (char *at = text; *at++;) rounds++;
#elif defined(SIZE)
  for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    numbers[i] = 1;
    rounds++;
  }
#elif defined(BREAK)
  for (;;) {
    if (rounds == 10) break;
    numbers[rounds++] = 1;
  }
#else
  while (shared < 10) {
    shared++;
    rounds++;
  }
#endif
  return rounds;
}

static void *count_and_check(void *unused) {
  const int rounds = count();
#ifdef RIGHT
  assert(rounds == 10);
#else
  assert(rounds != 10);
#endif
  return unused;
}

int main(void) {
  pthread_t other, counter;
  prepare();
#ifdef QUIET
  count_and_check(NULL);
#endif
  pthread_create(&other, NULL, work, NULL);
#ifndef QUIET
  pthread_create(&counter, NULL, count_and_check, NULL);
  pthread_join(counter, NULL);
#else
  (void)counter;
#endif
  pthread_join(other, NULL);
  return 0;
}

/* Arguments and results through void pointers, errors through return values: the way of the manual pages. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define NUM_THREADS 2

#define handle_error_en(en, msg) \
  do {                           \
    errno = en;                  \
    perror(msg);                 \
    exit(EXIT_FAILURE);          \
  } while (0)

struct thread_info {
  pthread_t thread_id;
  int thread_num;
  int loops;
};

static pthread_mutex_t mtx = PTHREAD_MUTEX_INITIALIZER;
static int glob = 0;

static void* thread_start(void* arg) {
  struct thread_info* tinfo = arg;
  int s;

  for (int j = 0; j < tinfo->loops; j++) {
    s = pthread_mutex_lock(&mtx);
    if (s != 0) handle_error_en(s, "pthread_mutex_lock");
    glob++;
    s = pthread_mutex_unlock(&mtx);
    if (s != 0) handle_error_en(s, "pthread_mutex_unlock");
  }
  int* done = malloc(sizeof *done);
  if (done == NULL) exit(EXIT_FAILURE);
  *done = tinfo->loops;
  return done;
}

int main(void) {
  struct thread_info* tinfo = calloc(NUM_THREADS, sizeof(*tinfo));
  pthread_attr_t attr;
  int s, total = 0;
  void* res;

  if (tinfo == NULL) exit(EXIT_FAILURE);
  s = pthread_attr_init(&attr);
  if (s != 0) handle_error_en(s, "pthread_attr_init");
  s = pthread_attr_setstacksize(&attr, 0x100000);
  if (s != 0) handle_error_en(s, "pthread_attr_setstacksize");

  for (int t = 0; t < NUM_THREADS; t++) {
    tinfo[t].thread_num = t + 1;
    tinfo[t].loops = t + 1;
    s = pthread_create(&tinfo[t].thread_id, &attr, &thread_start, &tinfo[t]);
    if (s != 0) handle_error_en(s, "pthread_create");
  }
  pthread_attr_destroy(&attr);

  for (int t = 0; t < NUM_THREADS; t++) {
    s = pthread_join(tinfo[t].thread_id, &res);
    if (s != 0) handle_error_en(s, "pthread_join");
    printf("Joined with thread %d; returned value was %d\n", tinfo[t].thread_num, *(int*)res);
    total += *(int*)res;
    free(res);
  }
  free(tinfo);
  exit(total == glob ? EXIT_SUCCESS : EXIT_FAILURE);
}

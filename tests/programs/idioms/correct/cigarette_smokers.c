/* Patil's smokers with pushers, as in the semaphore book: the agent puts two ingredients on the table. */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

enum { TOBACCO, PAPER };

static sem_t agent, ingredient[2], smoker_ready, table;
static int on_table[2];
static int smoked;

static void* pusher(void* arg) {
  const int mine = *(const int*)arg;
  sem_wait(&ingredient[mine]);
  sem_wait(&table);
  if (on_table[1 - mine]) {
    on_table[1 - mine] = 0;
    sem_post(&smoker_ready);
  } else {
    on_table[mine] = 1;
  }
  sem_post(&table);
  return NULL;
}

static void* smoker(void* arg) {
  (void)arg;
  sem_wait(&smoker_ready);
  puts("the one with the matches smokes");
  smoked++;
  sem_post(&agent);
  return NULL;
}

int main(void) {
  static const int which[2] = {TOBACCO, PAPER};
  pthread_t threads[3];
  sem_init(&agent, 0, 1);
  sem_init(&ingredient[TOBACCO], 0, 0);
  sem_init(&ingredient[PAPER], 0, 0);
  sem_init(&smoker_ready, 0, 0);
  sem_init(&table, 0, 1);
  pthread_create(&threads[0], NULL, pusher, (void*)&which[0]);
  pthread_create(&threads[1], NULL, pusher, (void*)&which[1]);
  pthread_create(&threads[2], NULL, smoker, NULL);

  sem_wait(&agent);
  sem_post(&ingredient[TOBACCO]);
  sem_post(&ingredient[PAPER]);
  sem_wait(&agent);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  return smoked == 1 && !on_table[TOBACCO] && !on_table[PAPER] ? 0 : 1;
}

/* Dijkstra's barber: one chair to wait in; who finds it taken goes home. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#define CUSTOMERS 2
#define CHAIRS 1

static pthread_mutex_t shop = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t customer_here = PTHREAD_COND_INITIALIZER;
static pthread_cond_t cut_done = PTHREAD_COND_INITIALIZER;
static int waiting, cuts, turned_away;
static bool closing;

static void* barber(void* unused) {
  (void)unused;
  pthread_mutex_lock(&shop);
  for (;;) {
    while (waiting == 0 && !closing) pthread_cond_wait(&customer_here, &shop);
    if (waiting == 0) break;
    waiting--;
    cuts++;
    pthread_cond_broadcast(&cut_done);
  }
  pthread_mutex_unlock(&shop);
  return NULL;
}

static void* customer(void* unused) {
  (void)unused;
  pthread_mutex_lock(&shop);
  if (waiting == CHAIRS) {
    turned_away++;
  } else {
    waiting++;
    pthread_cond_signal(&customer_here);
    int mine = cuts + waiting;
    while (cuts < mine) pthread_cond_wait(&cut_done, &shop);
  }
  pthread_mutex_unlock(&shop);
  return NULL;
}

int main(void) {
  pthread_t b, c[CUSTOMERS];
  pthread_create(&b, NULL, barber, NULL);
  for (int i = 0; i < CUSTOMERS; i++) pthread_create(&c[i], NULL, customer, NULL);
  for (int i = 0; i < CUSTOMERS; i++) pthread_join(c[i], NULL);
  pthread_mutex_lock(&shop);
  closing = true;
  pthread_cond_signal(&customer_here);
  pthread_mutex_unlock(&shop);
  pthread_join(b, NULL);
  assert(cuts + turned_away == CUSTOMERS);
  assert(cuts >= 1);
  return 0;
}

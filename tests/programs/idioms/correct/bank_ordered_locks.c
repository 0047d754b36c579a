/* Transfers in both directions; the lower account number is locked first. */
#include <assert.h>
#include <pthread.h>

typedef struct {
  int number;
  long balance;
  pthread_mutex_t lock;
} account_t;

static account_t a = {1, 100, PTHREAD_MUTEX_INITIALIZER};
static account_t b = {2, 100, PTHREAD_MUTEX_INITIALIZER};

static int transfer(account_t* from, account_t* to, long amount) {
  account_t* first = from->number < to->number ? from : to;
  account_t* second = first == from ? to : from;
  int ok = 0;
  pthread_mutex_lock(&first->lock);
  pthread_mutex_lock(&second->lock);
  if (from->balance >= amount) {
    from->balance -= amount;
    to->balance += amount;
    ok = 1;
  }
  pthread_mutex_unlock(&second->lock);
  pthread_mutex_unlock(&first->lock);
  return ok;
}

static void* there(void* unused) {
  (void)unused;
  transfer(&a, &b, 30);
  transfer(&a, &b, 10);
  return NULL;
}

static void* back(void* unused) {
  (void)unused;
  transfer(&b, &a, 50);
  return NULL;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], NULL, there, NULL);
  pthread_create(&t[1], NULL, back, NULL);
  pthread_join(t[0], NULL);
  pthread_join(t[1], NULL);
  assert(a.balance == 110);
  assert(b.balance == 90);
  return 0;
}

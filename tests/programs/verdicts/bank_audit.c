// Transfers under a lock while an auditor adds up the accounts. RACY: the auditor takes no lock.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance[2] = {100, 100};

static void* transfer(void* unused) {
  pthread_mutex_lock(&lock);
  balance[0] -= 10;  // [from]
  balance[1] += 10;  // [to]
  pthread_mutex_unlock(&lock);
  return unused;
}

static int audit(void) {
#ifndef RACY
  pthread_mutex_lock(&lock);
#endif
  const int first = balance[0];   // [first]
  const int second = balance[1];  // [second]
#ifndef RACY
  pthread_mutex_unlock(&lock);
#endif
  return first + second;
}

int main(void) {
  pthread_t teller;
  pthread_create(&teller, NULL, transfer, NULL);
  const int total = audit();
  pthread_join(teller, NULL);
  return total == 0;
}

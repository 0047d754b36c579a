// A message whose union holds text or a number. RACY: one thread sets the number while the other reads the
// text.
#include <pthread.h>

struct Message {
  int kind;
  union {
    char text[8];
    int number;
  } body;
};

struct Message message = {0, {"hi"}};
#ifndef RACY
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#endif

static void* count(void* unused) {
#ifndef RACY
  pthread_mutex_lock(&lock);
#endif
  message.body.number = 3;  // [number]
#ifndef RACY
  pthread_mutex_unlock(&lock);
#endif
  return unused;
}

int main(void) {
  pthread_t counter;
  pthread_create(&counter, NULL, count, NULL);
#ifndef RACY
  pthread_mutex_lock(&lock);
#endif
  const char last = message.body.text[3];  // [text]
  const char beyond = message.body.text[4];
#ifndef RACY
  pthread_mutex_unlock(&lock);
#endif
  pthread_join(counter, NULL);
  return last + beyond != 0;
}

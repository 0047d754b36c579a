/* The bounded buffer of the operating systems course: put and get, two condition variables. */
#include <assert.h>
#include <pthread.h>

#define MAX 1
#define LOOPS 2

static int buffer[MAX], fill_ptr, use_ptr, count;
static pthread_cond_t empty = PTHREAD_COND_INITIALIZER, fill = PTHREAD_COND_INITIALIZER;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void put(int value) {
  buffer[fill_ptr] = value;
  fill_ptr = (fill_ptr + 1) % MAX;
  count++;
}

static int get(void) {
  int tmp = buffer[use_ptr];
  use_ptr = (use_ptr + 1) % MAX;
  count--;
  return tmp;
}

static void* producer(void* arg) {
  (void)arg;
  for (int i = 0; i < LOOPS; i++) {
    pthread_mutex_lock(&mutex);
    while (count == MAX) pthread_cond_wait(&empty, &mutex);
    put(i);
    pthread_cond_signal(&fill);
    pthread_mutex_unlock(&mutex);
  }
  return NULL;
}

static void* consumer(void* arg) {
  for (int i = 0; i < LOOPS; i++) {
    pthread_mutex_lock(&mutex);
    while (count == 0) pthread_cond_wait(&fill, &mutex);
    int tmp = get();
    pthread_cond_signal(&empty);
    pthread_mutex_unlock(&mutex);
    assert(tmp == i);
    *(int*)arg += tmp;
  }
  return NULL;
}

int main(void) {
  pthread_t p, c;
  int sum = 0;
  pthread_create(&p, NULL, producer, NULL);
  pthread_create(&c, NULL, consumer, &sum);
  pthread_join(p, NULL);
  pthread_join(c, NULL);
  assert(sum == 1);
  return 0;
}

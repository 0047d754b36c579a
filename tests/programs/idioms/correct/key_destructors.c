/* Buffers of a thread's own, made by the first use and freed by the key's destructor. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_key_t buffer_key;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static atomic_int freed;

static void buffer_free(void* p) {
  free(p);
  atomic_fetch_add(&freed, 1);
}

static void make_key(void) { pthread_key_create(&buffer_key, buffer_free); }

static char* error_text(int n) {
  pthread_once(&once, make_key);
  char* buf = pthread_getspecific(buffer_key);
  if (buf == NULL) {
    buf = malloc(32);
    assert(buf != NULL);
    assert(pthread_setspecific(buffer_key, buf) == 0);
  }
  snprintf(buf, 32, "error %d", n);
  return buf;
}

static void* ask(void* arg) {
  int n = *(int*)arg;
  char expected[32];
  char* first = error_text(n);
  snprintf(expected, sizeof expected, "error %d", n);
  assert(strcmp(first, expected) == 0);
  assert(error_text(n) == first);
  return NULL;
}

int main(void) {
  pthread_t t[2];
  int n[2] = {7, 8};
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, ask, &n[i]);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  assert(atomic_load(&freed) == 2);
  pthread_key_delete(buffer_key);
  return 0;
}

// A heap of the program's own. RIGHT: its top is guarded by a lock.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static _Alignas(16) char heap[1 << 20];
static size_t top = 0;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void* malloc(size_t bytes) {
#ifdef RIGHT
  pthread_mutex_lock(&mutex);
#endif
  void* memory = heap + top;
  top += (bytes + 15) / 16 * 16;
#ifdef RIGHT
  pthread_mutex_unlock(&mutex);
#endif
  return memory;
}
void free(void* memory) { (void)memory; }
void* calloc(size_t count, size_t bytes) { return memset(malloc(count * bytes), 0, count * bytes); }
void* realloc(void* memory, size_t bytes) {
  void* other = malloc(bytes);
  return memory != NULL ? memcpy(other, memory, bytes) : other;
}

char* got[2];

void* work(void* which) {
  got[(long)which] = malloc(16);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, (void*)0);
  pthread_create(&b, NULL, work, (void*)1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(got[0] >= heap && got[0] < heap + sizeof heap && got[0] != got[1]);
}

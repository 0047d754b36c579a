// A heap of the program's own. RIGHT: its top is guarded by a lock.
#include "heap_of_program.h"

#include <pthread.h>
#include <string.h>

static _Alignas(16) char heap[1 << 20];
static size_t top = 0;
static int calls = 0;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void* malloc(size_t bytes) {
#ifdef RIGHT
  pthread_mutex_lock(&mutex);
#endif
  void* memory = heap + top;
  top += (bytes + 15) / 16 * 16;
  ++calls;
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

int calls_of_heap(void) { return calls; }
int is_of_heap(const void* memory) { return (const char*)memory >= heap && (const char*)memory < heap + sizeof heap; }

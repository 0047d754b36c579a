/* Many readers, one writer: a table under pthread_rwlock. */
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct entry {
  char key[8];
  int value;
};

static struct entry table[4];
static int used;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static int lookup(const char* key, int* value) {
  int found = 0;
  pthread_rwlock_rdlock(&lock);
  for (int i = 0; i < used && !found; i++) {
    if (strcmp(table[i].key, key) == 0) {
      *value = table[i].value;
      found = 1;
    }
  }
  pthread_rwlock_unlock(&lock);
  return found;
}

static void insert(const char* key, int value) {
  pthread_rwlock_wrlock(&lock);
  strcpy(table[used].key, key);
  table[used].value = value;
  used++;
  pthread_rwlock_unlock(&lock);
}

static void* writer(void* unused) {
  (void)unused;
  insert("two", 2);
  return NULL;
}

static void* reader(void* unused) {
  (void)unused;
  int value = 0;
  assert(lookup("one", &value));
  assert(value == 1);
  if (lookup("two", &value)) assert(value == 2);
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  int value;
  insert("one", 1);
  pthread_create(&threads[0], NULL, reader, NULL);
  pthread_create(&threads[1], NULL, writer, NULL);
  pthread_create(&threads[2], NULL, reader, NULL);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  assert(lookup("two", &value) && value == 2);
  pthread_rwlock_destroy(&lock);
  return 0;
}

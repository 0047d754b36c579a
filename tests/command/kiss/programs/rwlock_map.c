/* A map that is filled when something is first asked for, behind a lock for readers and writers. BUG: between
 * looking and inserting the lock was given back, and it is not looked again. */
#include <assert.h>
#include <pthread.h>
#include <string.h>

enum { SLOTS = 4 };
struct entry {
  int key, value, used;
};
static struct entry entries[SLOTS];
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static int find(int key) {
  for (int i = 0; i < SLOTS; i++)
    if (entries[i].used && entries[i].key == key) return i;
  return -1;
}
static int insert(int key) {
  for (int i = 0; i < SLOTS; i++)
    if (!entries[i].used) {
      entries[i] = (struct entry){.key = key, .value = key * key, .used = 1};
      return i;
    }
  return -1;
}

static int lookup(int key) {
  pthread_rwlock_rdlock(&lock);
  int at = find(key);
  int value = at < 0 ? 0 : entries[at].value;
  pthread_rwlock_unlock(&lock);
  if (at >= 0) return value;
  pthread_rwlock_wrlock(&lock);
#ifndef BUG
  at = find(key);
#endif
  if (at < 0) at = insert(key);
  value = entries[at].value;
  pthread_rwlock_unlock(&lock);
  return value;
}

static void* ask(void* argument) {
  assert(lookup(*(const int*)argument) == 9);
  return 0;
}

int main(void) {
  int key = 3;
  pthread_t one, other;
  memset(entries, 0, sizeof entries);
  pthread_create(&one, 0, ask, &key);
  pthread_create(&other, 0, ask, &key);
  pthread_join(one, 0);
  pthread_join(other, 0);
  int found = 0;
  for (int i = 0; i < SLOTS; i++) found += entries[i].used;
  assert(found == 1);
  return 0;
}

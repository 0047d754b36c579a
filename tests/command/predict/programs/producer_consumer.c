// Two producers and two consumers of a ring with two slots, with wait and notify (the shape of "liveness" and
// of the Thrift traces).
//
// Who comes first depends on the schedule: reads of count can see other writes. Reads of slots and of first
// come after one of those, so that no prediction from one execution reaches them with another writer. With
// SOLO there are one producer, one consumer and one slot: the slot always has the item that was put for its
// reader, but count is read by whoever comes first all the same.
#include <assert.h>
#include <pthread.h>

#ifndef SCALE
#define SCALE 1
#endif

#ifdef SOLO
enum { kThreads = 1, kItems = 3 * SCALE, kSlots = 1 };
#else
enum { kThreads = 2, kItems = 2 * SCALE, kSlots = 2 };
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static int slots[kSlots], first, count;
static int sums[kThreads];

static void* produce(void* argument) {
  const int me = *(const int*)argument;
  for (int item = 1; item <= kItems; ++item) {
    pthread_mutex_lock(&mutex);
    while (count == kSlots) pthread_cond_wait(&not_full, &mutex);
    slots[(first + count) % kSlots] = 10 * me + item;
    count = count + 1;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}

static void* consume(void* argument) {
  const int me = *(const int*)argument;
  for (int item = 0; item < kItems; ++item) {
    pthread_mutex_lock(&mutex);
    while (count == 0) pthread_cond_wait(&not_empty, &mutex);
    sums[me] = sums[me] + slots[first];
    first = (first + 1) % kSlots;
    count = count - 1;
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}

int main(void) {
  pthread_t producers[kThreads], consumers[kThreads];
  int numbers[kThreads];
  int expected = 0, sum = 0;
  for (int each = 0; each < kThreads; ++each) {
    numbers[each] = each;
    pthread_create(&producers[each], 0, produce, &numbers[each]);
    pthread_create(&consumers[each], 0, consume, &numbers[each]);
  }
  for (int each = 0; each < kThreads; ++each) {
    pthread_join(producers[each], 0);
    pthread_join(consumers[each], 0);
  }
  for (int each = 0; each < kThreads; ++each) {
    sum += sums[each];
    expected += kItems * 10 * each + kItems * (kItems + 1) / 2;
  }
  assert(sum == expected);
  return 0;
}

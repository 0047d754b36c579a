// Two producers and two consumers of a ring with two slots, with wait and notify (the shape of "liveness" and
// of the Thrift traces).
//
// Who puts an item into which slot and who takes it out depends on the schedule: reads of the slots and of
// the ring's indices can see other writes. With SOLO there is one producer, one consumer and one slot: the
// reads of slots always see the item that was put for them, but reads of the count while one waits for the
// other do not.
#include <assert.h>
#include <pthread.h>

#ifdef SOLO
enum { kThreads = 1, kItems = 3, kSlots = 1 };
#else
enum { kThreads = 2, kItems = 2, kSlots = 2 };
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

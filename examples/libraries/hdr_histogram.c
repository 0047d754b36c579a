#include <assert.h>
#include <hdr/hdr_histogram.h>
#include <pthread.h>
#include <stdlib.h>
static struct hdr_histogram* h;
static void* rec(void* p) {
  hdr_record_value_atomic(h, 5);
  hdr_record_value_atomic(h, (long)p);
  return 0;
}
int main() {
  pthread_t t[2];
  hdr_init(1, 1000, 1, &h);
  for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, rec, (void*)(i + 10));
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(h->total_count == 4 && hdr_max(h) >= 11 && hdr_min(h) == 5 && hdr_count_at_value(h, 5) == 2);
  hdr_close(h);
}

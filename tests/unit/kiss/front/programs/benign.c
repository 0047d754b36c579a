// Marks of intended races change nothing else.
#include <assert.h>
#include <stalemate/kiss.h>

struct device {
  int open_count;
  int hits KISS_BENIGN_FIELD;
};
static struct device device;
static int cells[3], total KISS_BENIGN_FIELD;

int main(void) {
  struct device* d = &device;
  device.open_count = 2;
  KISS_BENIGN(d->open_count)++;
  assert(KISS_BENIGN(device.open_count) == 3);
  KISS_BENIGN(cells[1]) = 4;
  d->hits += KISS_BENIGN(cells[d->open_count - 2]);
  total = d->hits;
  int local = KISS_BENIGN(total);
  assert(local == 4 && cells[1] == 4);
#ifdef WRONG
  assert(local != 4);
#endif
  return 0;
}

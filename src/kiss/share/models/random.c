/* rand() as the GNU C library computes it, since it is the program that runs there that must show the error.
 */
#include <primitives.h>
#include <stdlib.h>

enum { KISS_LONG_LAG = 31, KISS_SHORT_LAG = 3, KISS_DISCARDED = 310 };

static unsigned kiss_lagged[KISS_LONG_LAG];
static int kiss_next_random, kiss_is_seeded;

/* Inside another thread's atomic region. */
static unsigned kiss_next(void) {
  const int at = kiss_next_random;
  const int near = (at + KISS_LONG_LAG - KISS_SHORT_LAG) % KISS_LONG_LAG;
  const unsigned value = kiss_lagged[at] + kiss_lagged[near];
  kiss_lagged[at] = value;
  kiss_next_random = (at + 1) % KISS_LONG_LAG;
  return value >> 1;
}

static void kiss_seed(unsigned seed) {
  long long word = seed == 0 ? 1 : (int)seed;
  kiss_lagged[0] = (unsigned)word;
  for (int i = 1; i < KISS_LONG_LAG; i++) {
    word = 16807 * (word % 127773) - 2836 * (word / 127773);
    if (word < 0) word += 2147483647;
    kiss_lagged[i] = (unsigned)word;
  }
  kiss_next_random = KISS_SHORT_LAG;
  for (int i = 0; i < KISS_DISCARDED; i++) kiss_next();
  kiss_is_seeded = 1;
}

void srand(unsigned seed) {
  kiss_atomic_begin();
  kiss_seed(seed);
  kiss_atomic_end();
}

int rand(void) {
  kiss_atomic_begin();
  if (!kiss_is_seeded) kiss_seed(1);
  const int value = (int)kiss_next();
  kiss_atomic_end();
  return value;
}

void srandom(unsigned seed) { srand(seed); }
long random(void) { return rand(); }

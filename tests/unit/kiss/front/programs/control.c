// Loops, switch, goto and what leaves them.
#include <assert.h>
#include <stdlib.h>

static int shared = 3;

static int loops(void) {
  int n = 0;
  for (int i = 0; i < 10; i++) {
    if (i % 2) continue;
    if (i == 8) break;
    n += i;
  }
  assert(n == 12);
  int k = 0;
  do {
    k++;
    if (k == 2) continue;
    if (k > 4) break;
  } while (k < shared + 5);
  assert(k == 5);
  while (shared-- > 0) n++;
  assert(n == 15 && shared == -1);
  shared = 3;
  for (;;) {
    if (++n > 20) break;
  }
  do {
    if (n == 21) break;
    n = 0;
  } while (0);
  do n++;
  while (0);
  assert(n == 22);
  do {
    if (n) continue;
    n = 5;
  } while (0);
  while (1) {
    while (1) break;
    break;
  }
  for (int i = 0, j = 10; i < j; i++, j--) n++;
  return n;
}

static int choose(int n) {
  int r = 0;
  switch (n) {
    int unused;
    case 1: r = 10; break;
    case 2:
    case 3: r = 20; /* fall through */
    case 4: r += 1; break;
    case 10 ... 12: return 100;
    default: {
      switch (r) {
        case 0: r = -1; break;
      }
      for (int i = 0; i < 3; i++) {
        if (i == 1) continue;
        if (i == 2) break;
      }
      break;
    }
    case 7: (void)unused, unused = 1; r = unused;
  }
  return r;
}

static void copy(int* to, const int* from, int count) {  // Duff's device
  int n = (count + 3) / 4;
  switch (count % 4) {
    case 0: do { *to++ = *from++;
        case 3: *to++ = *from++;
        case 2: *to++ = *from++;
        case 1: *to++ = *from++;
      } while (--n > 0);
  }
}

static int jumps(void) {
  int n = 0;
again:
  n++;
  if (n < 4) goto again;
  for (int i = 0; i < 5; i++) {
    for (int j = 0; j < 5; j++)
      if (i * j == 6) goto out;
  }
  n = 0;
out:
  if (n) goto end;
  n = 99;
end:
  return n;
}

static int expression(int x) {
  return ({
    int y = 0;
    for (int i = 0; i < x; i++) y += i;
    if (x > 100) return -1;
    y;
  });
}
static int even(int n);
static int odd(int n) { return n == 0 ? 0 : even(n - 1); }
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }

int main(void) {
  assert(loops() == 27);
  assert(choose(1) == 10 && choose(2) == 21 && choose(3) == 21 && choose(4) == 1 && choose(11) == 100);
  assert(choose(50) == -1 && choose(7) == 1);
  int from[] = {1, 2, 3, 4, 5, 6, 7}, to[7] = {0};
  copy(to, from, 7);
  assert(to[0] == 1 && to[6] == 7);
  assert(jumps() == 4);
  assert(expression(4) == 6 && expression(101) == -1);
  assert(even(10) && odd(7) && !even(3));
#ifdef WRONG
  assert(choose(2) == 20);
#endif
  exit(0);
}

// Order of evaluation, conversions and conditions with effects.
#include <assert.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static int log_[8], logged;
static int say(int n) {
  log_[logged++] = n;
  return n;
}
static int g = 5, zero;
static unsigned u = 3;
static signed char c = -1;
static volatile int v = 2;

static void shortcuts(void) {
  int r = say(0) && say(1);
  assert(r == 0 && logged == 1);
  r = say(1) || say(2);
  assert(r == 1 && logged == 2);
  r = g && zero;
  assert(!r);
  r = (g ? say(7) : say(8)) + (zero ? say(9) : 1);
  assert(r == 8 && logged == 3 && log_[2] == 7);
  g&& say(4);
  zero || say(5);
  assert(log_[3] == 4 && log_[4] == 5);
  int n = say(3) ?: say(6);
  assert(n == 3 && logged == 6);
  assert((zero ?: g) == 5);
}

static void conversions(void) {
  assert(c + u == 2);
  assert((unsigned char)c == 255);
  assert((c < u) == 0);
  assert((long)c < (long)u);
  unsigned char byte = 250;
  byte += 10;
  assert(byte == 4);
  short s = (short)70000;
  assert(s == 4464);
  bool b = 256;
  assert(b == 1);
  b = 0.5;
  assert(b);
  double d = 7 / 2;
  assert(d == 3.0 && 7 / 2.0 == 3.5);
  int64_t wide = INT_MAX;
  wide++;
  assert(wide == 2147483648LL);
  assert(-1 > 0u);
  assert((uint8_t)(byte << 7) == 0 && (1u << 31) == 0x80000000u);
  assert(sizeof(g) == 4 && sizeof(int[3]) == 12 && _Alignof(double) == 8);
  assert('a' + 1 == 'b' && '\n' == 10 && '\'' == 39);
  assert(1e3f == 1000 && 0x1p4 == 16);
  assert(_Generic(wide, int : 1, long : 2, long long : 2, default : 3) == 2);
  g = -g;
  assert(~g == 4 && !g == 0 && +g == -5 && - -g == -5);
  g = 5;
}

static void steps(void) {
  int i = 0, a[4] = {0};
  a[i++] = i;
  i = 0;
  int old = g++;
  assert(old == 5 && g == 6);
  assert(--g == 5 && g-- == 5 && g == 4);
  g = u = 9;
  assert(g == 9 && u == 9);
  g += u *= 2;
  assert(g == 27 && u == 18);
  g <<= 2;
  g %= 10;
  assert(g == 8);
  int* p = a;
  *p++ = 4;
  *p = 6;
  assert(a[0] == 4 && a[1] == 6 && p - a == 1);
  p[1] = p[0] + p[-1];
  assert(a[2] == 10 && 2 [a] == 10 && *(a + 2) == 10);
  p += 1;
  assert(*p == 10 && p > a);
  int x = (say(1), say(2), 3);
  assert(x == 3);
  v += 3;
  v++;
  assert(v == 6);
}

int main(void) {
  shortcuts();
  conversions();
  g = 5;
  steps();
  struct pair {
    char a;
    long b;
  };
  assert(offsetof(struct pair, b) == 8);
#ifdef WRONG
  assert(logged == 0);
#endif
  return 0;
}

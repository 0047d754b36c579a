// Pointers to functions, varying arguments, static and thread-local objects, the heap, library calls.
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int (*operation)(int, int);
static int add(int a, int b) { return a + b; }
static int mul(int a, int b) { return a * b; }
static operation pick(char name) { return name == '+' ? add : mul; }
static struct {
  const char* name;
  operation run;
} table[] = {{"add", add}, {"mul", &mul}};
extern int later;
static int* address = &later;
int later = 42;
static _Thread_local int mine = 7;
static __thread char* mine_too;

static int total(int count, ...) {
  va_list list, copy;
  int n = 0;
  va_start(list, count);
  va_copy(copy, list);
  for (int i = 0; i < count; i++) n += va_arg(list, int);
  n += va_arg(copy, int) * 100;
  va_end(copy);
  va_end(list);
  return n;
}
static int forward(const char* unused, va_list list) { return va_arg(list, int) + (unused != 0); }
static int outer(const char* first, ...) {
  va_list list;
  va_start(list, first);
  int r = forward(first, list);
  va_end(list);
  return r;
}
static int counter(void) {
  static int calls = 10;
  static const int limit = 3;
  return calls++ + limit;
}
static void set(int* at, int value) { *at = value; }
static int by_value(int n) {
  set(&n, n + 1);
  return n;
}
static void (*chosen(int which))(int*, int) { return which ? set : 0; }
static int abs_(int n) { return abs(n); }
static double log(double, double);
static double log(double a, double b) { return a * b; }  // not the library's

int main(int argc, char** argv) {
  assert(argc >= 1 && argv[argc] == 0);
  assert(pick('+')(2, 3) == 5 && (*pick('*'))(2, 3) == 6 && table[1].run(4, 5) == 20);
  assert(strcmp(table[0].name, "add") == 0 && *address == 42);
  assert(total(3, 1, 2, 3) == 106 && outer("x", 4) == 5);
  assert(counter() == 13 && counter() == 14);
  mine++;
  mine_too = "me";
  assert(mine == 8 && mine_too[1] == 'e');
  assert(by_value(4) == 5);
  int n = 0;
  chosen(1)(&n, 9);
  assert(n == 9 && abs_(-n) == 9);
  int* heap = calloc(4, sizeof *heap);
  heap[3] = 5;
  heap = realloc(heap, 8 * sizeof *heap);
  assert(heap[3] == 5 && heap[0] == 0);
  free(heap);
  char text[32];
  memset(text, 0, sizeof text);
  strcpy(text, "hello");
  strcat(text, " you");
  assert(strlen(text) == 9 && strchr(text, 'y') == text + 6);
  memcpy(text, text + 6, 4);
  assert(!strcmp(text, "you") && memcmp(text, "yo", 2) == 0);
  assert(isdigit('7') && toupper('q') == 'Q' && !isspace('x'));
  errno = ENOMEM;
  assert(errno == ENOMEM);
  printf("%d %s\n", n++, text);
  fprintf(stderr, "%d\n", n);
  assert(n == 10 && log(2, 3) == 6);
  int sum;
  assert(!__builtin_add_overflow(3, 4, &sum) && sum == 7);
  assert(__builtin_expect(n == 10, 1) && __builtin_popcount(7u) == 3);
  assert(sizeof(__func__) == 5);
  int lengths[n - 6];
  lengths[3] = n;
  set(lengths + 1, 8);
  assert(lengths[1] == 8 && lengths[3] == 10 && sizeof lengths == 16 &&
         sizeof lengths / sizeof lengths[0] == 4);
#ifdef WRONG
  assert(counter() == 0);
#endif
  return 0;
}

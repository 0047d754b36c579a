/* A library whose functions touch what threads share, or nothing. Built with us and without. */
#include "library.h"

int counter;
static const short table[] = {1, 2, 4, 8, 16, 32, 64, 128};

void count(void) { counter = counter + 1; }
int counted(void) { return counter; }
/* Touches nothing shared. */
int twice(int number) { return 2 * number; }
int power(int number) { return table[number & 7]; }
/* On the stack when the threads begin, and goes on when they have. */
void run_with(void (*body)(void (*)(void), void*), void* argument, void (*then)(void)) {
  body(then, argument);
  counter = counter + 1;
}

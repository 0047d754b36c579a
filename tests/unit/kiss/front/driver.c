/* One path of a program made by KISS: the first choice everywhere, so that a program without threads runs as it would.
 * Exit 0: it ended; 1: an assertion failed; 5: a bound of ours ended it. */
#include <stdio.h>
#include <stdlib.h>

#include "kiss.h"

static const int bounds[5] = {0, 1000000, 1000000, 0, 0};
const int *const kiss_bounds = bounds;

void kiss_program(void);

int kiss_choose(int n) { return n - n; }
int kiss_input_of(int thread) { return thread - thread; }
int kiss_truth_of(int thread) { return thread - thread; }
void kiss_assume(int condition) {
  if (!condition) exit(5);
}
_Noreturn void kiss_fail(enum kiss_failure failure, int id) {
  fprintf(stderr, "failure %d at statement %d\n", (int)failure, id);
  exit(1);
}
_Noreturn void kiss_end(enum kiss_end why) { exit(why == KISS_EXIT ? 0 : 5); }
void *kiss_keep(size_t bytes) { return calloc(1, bytes); }
void kiss_cut(int id) { (void)id; }
void kiss_passed(int id) { (void)id; }
void kiss_frees(int thread, int id) { (void)thread, (void)id; }
void *kiss_malloc(size_t bytes) { return malloc(bytes); }
void *kiss_calloc(size_t count, size_t bytes) { return calloc(count, bytes); }
void *kiss_realloc(void *block, size_t bytes) { return realloc(block, bytes); }
void kiss_free(void *block) { free(block); }
void kiss_told(int thread, int id) { (void)(thread + id); }

int main(void) {
  kiss_program();
  return 0;
}

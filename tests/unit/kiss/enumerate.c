/* Every path of a printed program, one after the other: the plainest checker there is, to compare others with. Links
 * with one printed program; between paths, all of its variables get their first values back. Prints what it saw:
 *   paths N  ·  failure KIND STATEMENT N  ·  end WHY N  ·  event THREAD STATEMENT (of the first path that fails)
 *   observed WHAT VALUE: the program called observe(WHAT, VALUE) somewhere */
#include "kiss.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { kMostChoices = 10000, kMostStatements = 4096, kHeap = 1 << 20, kMostEvents = 100000, kMostObserved = 4096, kKinds = 8 };

/* Outside of the variables that are given back. */
struct state {
  int chosen[kMostChoices], limit[kMostChoices], depth, known;
  long paths, failures[kKinds][kMostStatements], ends[kKinds];
  int events[kMostEvents][2], event_count, failed;
  int observed[kMostObserved][2], observed_count;
  jmp_buf end_of_path;
  size_t used;
  char heap[kHeap];
  size_t bytes;
  char variables[];
};
static struct state *state;
static int bounds[7];
const int *const kiss_bounds = bounds;

extern char __data_start[], _end[];
void kiss_program(void);
void observe(int what, int value);

int kiss_choose(int n) {
  if (n <= 1) return 0;
  if (state->depth == kMostChoices) abort();
  if (state->depth == state->known) {
    state->chosen[state->known] = 0;
    state->limit[state->known++] = n;
  }
  return state->chosen[state->depth++];
}
_Noreturn static void leave(void) { longjmp(state->end_of_path, 1); }
void kiss_assume(int condition) {
  if (!condition) kiss_end(KISS_BLOCKED);
}
void kiss_fail(enum kiss_failure failure, int id) {
  state->failures[failure][id]++;
  state->failed = 1;
  leave();
}
void kiss_end(enum kiss_end why) {
  state->ends[why]++;
  leave();
}
void kiss_cut(int id) { (void)id; }
void kiss_passed(int id) { (void)id; }
void kiss_frees(int thread, int id) { (void)thread, (void)id; }
void *kiss_malloc(size_t bytes) {
  size_t *const block = (size_t *)(state->heap + state->used);
  state->used += (bytes + 31) / 16 * 16;
  if (state->used > kHeap) abort();
  block[0] = bytes;
  memset(block + 2, 0xa5, bytes);
  return block + 2;
}
void *kiss_calloc(size_t count, size_t bytes) { return memset(kiss_malloc(count * bytes), 0, count * bytes); }
void *kiss_keep(size_t bytes) { return kiss_calloc(1, bytes); }
void *kiss_realloc(void *old, size_t bytes) {
  void *const block = kiss_malloc(bytes);
  const size_t before = old ? ((size_t *)old)[-2] : 0;
  if (old) memcpy(block, old, before < bytes ? before : bytes);
  return block;
}
void kiss_free(void *block) { (void)block; }
int kiss_input_of(int thread) {
  (void)thread;
  return bounds[5] + kiss_choose(bounds[6] - bounds[5] + 1);
}
int kiss_truth_of(int thread) {
  (void)thread;
  return kiss_choose(2);
}
void kiss_told(int thread, int id) {
  if (state->failed || state->event_count == kMostEvents) return;
  state->events[state->event_count][0] = thread;
  state->events[state->event_count++][1] = id;
}
void observe(int what, int value) {
  for (int i = 0; i < state->observed_count; i++)
    if (state->observed[i][0] == what && state->observed[i][1] == value) return;
  if (state->observed_count == kMostObserved) abort();
  state->observed[state->observed_count][0] = what;
  state->observed[state->observed_count++][1] = value;
}

static int next_path(void) {
  while (state->known > 0 && ++state->chosen[state->known - 1] == state->limit[state->known - 1]) state->known--;
  return state->known > 0;
}
static void run_all(void) {
  do {
    memcpy(__data_start, state->variables, state->bytes);
    state->depth = 0;
    state->used = 0;
    if (!state->failed) state->event_count = 0;
    state->paths++;
    if (!setjmp(state->end_of_path)) kiss_program();
  } while (next_path());
}
static void print(void) {
  printf("paths %ld\n", state->paths);
  for (int kind = 0; kind < kKinds; kind++)
    for (int id = 0; id < kMostStatements; id++)
      if (state->failures[kind][id]) printf("failure %d %d %ld\n", kind, id, state->failures[kind][id]);
  for (int why = 0; why < kKinds; why++)
    if (state->ends[why]) printf("end %d %ld\n", why, state->ends[why]);
  for (int i = 0; i < state->observed_count; i++)
    printf("observed %d %d\n", state->observed[i][0], state->observed[i][1]);
  for (int i = 0; state->failed && i < state->event_count; i++)
    printf("event %d %d\n", state->events[i][0], state->events[i][1]);
}

int main(int count, char **arguments) {
  const size_t bytes = (size_t)(_end - __data_start);
  state = mmap(0, sizeof *state + bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  for (int i = 1; i < count && i <= 7; i++) bounds[i - 1] = atoi(arguments[i]);
  state->bytes = bytes;
  memcpy(state->variables, __data_start, bytes);
  run_all();
  print();
  return 0;
}

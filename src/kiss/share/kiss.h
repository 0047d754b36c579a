/* What a program made by `stalemate kiss` needs from whoever checks it: a value chosen at random, a condition that
 * has to hold, the end of a path. Sequential: nothing here knows of threads.
 *
 * Its users: our own checker (nothing defined), CBMC (__CPROVER__ is defined), checkers that know the words of the
 * competition on software verification (KISS_VERIFIER), and any other (KISS_OWN_CHECKER: what stands under "our own
 * checker" is defined before this file is read, as functions or as macros). Bounds are constants where KISS_TS is
 * defined, as it is for other checkers. */
#ifndef KISS_H
#define KISS_H

#include <stddef.h>

/* What follows is made by a machine: a program uses of this file, of the scheduler and of its own variables what it
 * uses. */
#if defined(__GNUC__) && !defined(__CPROVER__)
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wunused-label"
#pragma GCC diagnostic ignored "-Wunused-value"
#pragma GCC diagnostic ignored "-Wimplicit-fallthrough"
/* What the program itself deserves is said when it is compiled. */
#pragma GCC diagnostic ignored "-Wtype-limits"
#pragma GCC diagnostic ignored "-Woverflow"
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wtautological-compare"
#pragma GCC diagnostic ignored "-Wint-in-bool-context"
#pragma GCC diagnostic ignored "-Wbool-operation"
#pragma GCC diagnostic ignored "-Wunused-but-set-parameter"
#if defined(__clang__)
#pragma GCC diagnostic ignored "-Wconstant-conversion"
#pragma GCC diagnostic ignored "-Wvoid-pointer-to-int-cast"
#else
#pragma GCC diagnostic ignored "-Wbool-compare"
#pragma GCC diagnostic ignored "-Wswitch-unreachable"
#pragma GCC diagnostic ignored "-Wstringop-truncation"
#pragma GCC diagnostic ignored "-Wpointer-to-int-cast"
#endif
#endif

enum kiss_failure { KISS_ASSERTION = 1, KISS_ABORT, KISS_RACE, KISS_DEADLOCK, KISS_MISUSE, KISS_CRASH, KISS_DOUBLE_FREE };
enum kiss_end { KISS_EXIT = 1, KISS_BLOCKED, KISS_LOOPS, KISS_LONG_LOOP, KISS_RECURSION, KISS_THREADS_FULL, KISS_UNKNOWN };

#if defined(__CPROVER__)

int kiss_nondet_int(void);
static inline int kiss_choose(int n) {
  int value = kiss_nondet_int();
  __CPROVER_assume(0 <= value && value < n);
  return value;
}
#define kiss_assume(condition) __CPROVER_assume(condition)
static int kiss_failure, kiss_failed_at; /* seen in the trace */
#define kiss_fail(failure, id)                                                                          \
  (__CPROVER_assume(!kiss_race || (failure) == KISS_RACE), kiss_failed_at = (id), kiss_failure = (failure), \
   __CPROVER_assert(0, "kiss"), __CPROVER_assume(0))
#define kiss_end(why) __CPROVER_assume(0)
void *malloc(size_t);
void *calloc(size_t, size_t);
void *realloc(void *, size_t);
void free(void *);
#define kiss_keep(bytes) calloc(1, bytes)
#define kiss_malloc(bytes) malloc(bytes)
#define kiss_calloc(count, bytes) calloc(count, bytes)
#define kiss_realloc(block, bytes) realloc(block, bytes)
#define kiss_free(block) free(block)

#elif defined(KISS_VERIFIER) /* the words of the competition on software verification */

int __VERIFIER_nondet_int(void);
void reach_error(void);
_Noreturn void abort(void);
_Noreturn void exit(int);
static int kiss_failure, kiss_failed_at;
static inline void kiss_assume(int condition) {
  if (!condition) exit(0);
}
static inline int kiss_choose(int n) {
  int value = __VERIFIER_nondet_int();
  kiss_assume(0 <= value && value < n);
  return value;
}
static inline void kiss_reached(int failure, int id) {
  kiss_failed_at = id;
  kiss_failure = failure;
  reach_error();
  abort();
}
#define kiss_fail(failure, id) (kiss_race && (failure) != KISS_RACE ? exit(0) : kiss_reached(failure, id))
#define kiss_end(why) exit(0)
void *malloc(size_t);
void *calloc(size_t, size_t);
void *realloc(void *, size_t);
void free(void *);
#define kiss_keep(bytes) calloc(1, bytes)
#define kiss_malloc(bytes) malloc(bytes)
#define kiss_calloc(count, bytes) calloc(count, bytes)
#define kiss_realloc(block, bytes) realloc(block, bytes)
#define kiss_free(block) free(block)

#elif !defined(KISS_OWN_CHECKER) /* our own checker */

int kiss_choose(int n);                                 /* 0 .. n-1 */
void kiss_assume(int condition);                        /* ends the path where it does not hold */
_Noreturn void kiss_fail(enum kiss_failure, int id);    /* an error, at that statement */
_Noreturn void kiss_end(enum kiss_end);                 /* the path ends, and is no error */
void *kiss_keep(size_t bytes);                          /* zeroed storage for a local; lives to the end of the path */
void *kiss_malloc(size_t bytes);                        /* a heap that starts empty on every path */
void *kiss_calloc(size_t count, size_t bytes);
void *kiss_realloc(void *block, size_t bytes);
void kiss_free(void *block);

#endif

/* Which loop is about to be cut, and that a path came past one: for whoever reports it. */
#if !defined(__CPROVER__) && !defined(KISS_VERIFIER) && !defined(KISS_OWN_CHECKER)
void kiss_cut(int id);
void kiss_passed(int id);
void kiss_frees(int thread, int id); /* a block, with its next statement */
#else
#ifndef kiss_cut
#define kiss_cut(id) ((void)0)
#endif
#ifndef kiss_passed
#define kiss_passed(id) ((void)0)
#endif
#ifndef kiss_frees
#define kiss_frees(thread, id) ((void)0)
#endif
#endif

enum { KISS_ENDED = 8388607 }; /* reported in place of a statement: the thread has come to its end */

#define kiss_assert(condition, id) ((condition) ? (void)0 : kiss_fail(KISS_ASSERTION, id))

#if defined(KISS_TS)
#ifndef KISS_LOOPS_MAX
#define KISS_LOOPS_MAX 4
#endif
#ifndef KISS_RECURSION_MAX
#define KISS_RECURSION_MAX 100
#endif
#ifndef KISS_RACE_ON
#define KISS_RACE_ON 0
#endif
enum { kiss_ts = KISS_TS, kiss_loops = KISS_LOOPS_MAX, kiss_recursion = KISS_RECURSION_MAX, kiss_race = KISS_RACE_ON };
#ifndef KISS_LOWEST_INPUT
#define KISS_LOWEST_INPUT 0
#endif
#ifndef KISS_HIGHEST_INPUT
#define KISS_HIGHEST_INPUT 1
#endif
/* Who asked (from 1), and what was given: for whoever prints assignments. */
static int kiss_input_thread, kiss_input_value;
#define kiss_input()                    \
  (kiss_input_thread = kiss_self + 1,   \
   kiss_input_value = KISS_LOWEST_INPUT + kiss_choose(KISS_HIGHEST_INPUT - (KISS_LOWEST_INPUT) + 1))
#define kiss_truth() (kiss_input_thread = kiss_self + 1, kiss_input_value = kiss_choose(2))
/* Steps of the concurrent program, for whoever prints assignments. The statement may be negative or 0: with 2^23
 * added it is neither, so a step is never the 0 with which kiss_step starts. */
#define KISS_STEP(thread, id) ((thread) * 16777216 + 8388608 + (id))
#ifndef kiss_tell
static int kiss_step;
#define kiss_tell(thread, id) ((void)(kiss_step = KISS_STEP(thread, id)))
#endif
#else
extern const int *const kiss_bounds;  /* set by the checker: ts, loops, recursion, race (0: none), tracing */
#define kiss_ts (kiss_bounds[0])
#define kiss_loops (kiss_bounds[1])
#define kiss_recursion (kiss_bounds[2])
#define kiss_race (kiss_bounds[3])
int kiss_input_of(int thread);
#define kiss_input() kiss_input_of(kiss_self) /* an input of the program: every value within its bounds */
int kiss_truth_of(int thread);
#define kiss_truth() kiss_truth_of(kiss_self) /* the same of a truth value, which has no other bounds */
void kiss_told(int thread, int id);
#define kiss_tell(thread, id) (kiss_bounds[4] ? kiss_told(thread, id) : (void)0)
#endif

#endif

/* The scheduler of Figure 4. A thread that is created goes into the set ts while there is room, else it runs at once.
 * Before each step of a thread, others out of ts may run (kiss_schedule), and the thread itself may stop for good
 * (RAISE: every function returns). RAISE is offered only after a write of the thread itself, since stopping later
 * without one looks the same to everybody else, and only where a thread waits below on the stack that could go on.
 * tests/unit/kiss/balanced_test.cc compares that with the definition of balanced executions. */

enum { KISS_MOST_THREADS = 64, KISS_MOST_STUCK = 128, KISS_MOST_ROUNDS = 10000 };

/* A round of a loop counts towards its bound where something was chosen in it: the others follow from what is there,
 * and go on by themselves. For each loop, whether there was a choice since its last round began. Every choice sets all
 * of them before the state is looked at, so that they do not tell states from each other. Other checkers than our own
 * count every round. */
#ifndef KISS_LOOP_COUNT
#define KISS_LOOP_COUNT 0
#endif
#if defined(KISS_TS) || defined(KISS_OWN_CHECKER)
#define kiss_note_choice() ((void)0)
#define KISS_CHOSE(loop) 1
#define KISS_LOOP(loop) ((void)0)
#else
static unsigned char kiss_chose[KISS_LOOP_COUNT + 1];
static inline void kiss_note_choice(void) {
  for (int i = 0; i <= KISS_LOOP_COUNT; i++) kiss_chose[i] = 1;
}
static inline int kiss_pick(int n) {
  if (n > 1) kiss_note_choice();
  return kiss_choose(n);
}
#define kiss_choose(n) kiss_pick(n)
#undef kiss_input
#define kiss_input() (kiss_note_choice(), kiss_input_of(kiss_self))
#undef kiss_truth
#define kiss_truth() (kiss_note_choice(), kiss_truth_of(kiss_self))
static inline _Bool kiss_chose_in(int loop) {
  const _Bool chose = kiss_chose[loop];
  kiss_chose[loop] = 0;
  return chose;
}
#define KISS_CHOSE(loop) ((loop) == 0 || kiss_chose_in(loop)) /* 0: of a function that calls itself */
#define KISS_LOOP(loop) ((void)(kiss_chose[loop] = 1))
#endif
/* So many rounds, and one more look at what ends the loop. */
#define KISS_ROUND(loop, id, counter, quiet)                  \
  do {                                                        \
    if (KISS_CHOSE(loop)) {                                   \
      if ((counter)++ > kiss_loops) {                         \
        kiss_cut(id);                                         \
        kiss_end(KISS_LOOPS);                                 \
      }                                                       \
      (quiet) = 0;                                            \
    } else if ((quiet)++ > KISS_MOST_ROUNDS) {                \
      kiss_cut(id);                                           \
      kiss_end(KISS_LONG_LOOP);                               \
    }                                                         \
  } while (0)
#define KISS_LONG_ROUND(id, counter)                          \
  do {                                                        \
    if ((counter)++ > KISS_MOST_ROUNDS) {                     \
      kiss_cut(id);                                           \
      kiss_end(KISS_LONG_LOOP);                               \
    }                                                         \
  } while (0)

struct kiss_thread {
  void *(*start)(void *);
  int (*start_int)(void *);
  void *argument, *result;
  _Bool done;
};
static struct kiss_thread kiss_threads[KISS_MOST_THREADS];
static int kiss_thread_count = 1;
static int kiss_waiting[KISS_MOST_THREADS], kiss_waiting_count; /* ts */
static int kiss_self, kiss_depth = 1, kiss_site;
static int kiss_calls; /* of recursive functions, on the stack of the running thread */
static _Bool kiss_raise, kiss_exits, kiss_fresh;
static int kiss_atomic;
static void (*kiss_end_of_threads)(void);

static inline void kiss_at_thread_end(void (*end)(void)) { kiss_end_of_threads = end; }
static inline void kiss_end_thread(void) {
  if (kiss_end_of_threads) kiss_end_of_threads();
}

/* Who fails, and where. Where races are looked for, a path that fails in another way just ends. */
#ifndef kiss_fail
static inline void kiss_fails(int id) {
  if (id != 0) kiss_tell(kiss_self, -id);
}
#define kiss_fail(failure, id)                                  \
  (kiss_race != 0 && (failure) != KISS_RACE ? kiss_end(KISS_EXIT) \
                                            : (kiss_fails(id), (kiss_fail)(failure, id)))
#endif

/* What a thread that cannot go on waits to see changed. */
struct kiss_stuck {
  int thread;
  const void *address;
  unsigned bytes;
  unsigned long long value;
};
static struct kiss_stuck kiss_stuck[KISS_MOST_STUCK];
static int kiss_stuck_count;
static _Bool kiss_stopped; /* somebody stopped who could have gone on */
static int kiss_asked;     /* the thread whose end was asked for last */

/* Figure 5: the access that a thread was about to make when it stopped. */
static int kiss_access_kind; /* 0: none; 1: read; 2: write */
static const char *kiss_access_address;
static unsigned long kiss_access_bytes;
static _Bool kiss_access_named, kiss_access_atomic;

static inline int kiss_size(void) { return kiss_waiting_count; }

static inline int kiss_get(int position) {
  const int thread = kiss_waiting[position];
  kiss_waiting_count--;
  for (int i = position; i < kiss_waiting_count; i++) kiss_waiting[i] = kiss_waiting[i + 1];
  kiss_waiting[kiss_waiting_count] = 0;
  return thread;
}

static inline void kiss_run(int thread) {
  const int self = kiss_self;
  const int calls = kiss_calls;
  const _Bool fresh = kiss_fresh;
  struct kiss_thread *const me = &kiss_threads[thread];
  void *result = 0;
  kiss_self = thread;
  kiss_fresh = 1;
  kiss_calls = 0;
  kiss_depth++;
  if (me->start)
    result = me->start(me->argument);
  else
    result = (void *)(long)me->start_int(me->argument);
  if (!kiss_raise) kiss_end_thread();
  kiss_depth--;
  if (!kiss_raise) me->result = result;
  me->done = !kiss_raise || kiss_exits;
  if (me->done) kiss_tell(thread, KISS_ENDED);
  kiss_raise = 0;
  kiss_exits = 0;
  kiss_self = self;
  kiss_calls = calls;
  kiss_fresh = fresh;
  kiss_note_choice();
}

#ifdef KISS_OWN_SCHEDULE
static void kiss_schedule(void);
#else
static inline void kiss_schedule(void) {
  while (kiss_size() > 0) {
    const int pick = kiss_choose(kiss_size() + 1);
    if (pick == 0) return;
    kiss_run(kiss_get(pick - 1));
  }
}
#endif

/* Main need not stop: whatever others do after that, they can do while it waits here. */
static inline _Bool kiss_is_watched(void) { return kiss_depth > 1; }

static inline _Bool kiss_stop(void) {
  if (!kiss_fresh || !kiss_is_watched()) return 0;
  kiss_fresh = 0;
  if (!kiss_choose(2)) return 0;
  kiss_stopped = 1;
  kiss_raise = 1;
  return 1;
}

static inline unsigned long long kiss_bytes_at(const void *address, unsigned bytes) {
  unsigned long long value = 0;
  for (unsigned i = 0; i < bytes; i++) value |= (unsigned long long)((const unsigned char *)address)[i] << (8 * i);
  return value;
}
/* A thread blocks here: it stops, and for ever if nothing of what it looks at changes. */
static inline void kiss_wait_for(const void *address, unsigned long bytes) {
  struct kiss_stuck stuck = {kiss_self, address, (unsigned)bytes, 0};
  if (bytes > 8 || kiss_stuck_count == KISS_MOST_STUCK) {
    kiss_stopped = 1;
    return;
  }
  stuck.value = kiss_bytes_at(address, stuck.bytes);
  kiss_stuck[kiss_stuck_count++] = stuck;
}
static inline void kiss_wait_for_end(void) {
  kiss_wait_for(&kiss_threads[kiss_asked].done, sizeof kiss_threads[kiss_asked].done);
}
/* No thread may stop inside another thread's atomic region: it does not begin at all, which other paths show. */
static inline void kiss_block(int id) {
  if (kiss_atomic) kiss_end(KISS_BLOCKED);
  kiss_tell(kiss_self, -id);
  kiss_raise = 1;
}

static inline void kiss_enter(void) {
  if (kiss_calls++ >= kiss_recursion) kiss_end(KISS_RECURSION);
}
static inline void kiss_leave(void) { kiss_calls--; }

static inline int kiss_new_thread(void) {
  if (kiss_thread_count == KISS_MOST_THREADS) kiss_end(KISS_THREADS_FULL);
  kiss_tell(kiss_self, 0);
  return kiss_thread_count++;
}
static inline void kiss_put(int thread) {
  kiss_fresh = 1;
  if (kiss_size() < kiss_ts || kiss_atomic) /* it cannot run inside of an atomic region */
    kiss_waiting[kiss_waiting_count++] = thread;
  else
    kiss_run(thread);
}
static inline void kiss_async(int thread, void *(*start)(void *), void *argument) {
  kiss_threads[thread].start = start;
  kiss_threads[thread].argument = argument;
  kiss_put(thread);
}
static inline void kiss_async_int(int thread, int (*start)(void *), void *argument) {
  kiss_threads[thread].start_int = start;
  kiss_threads[thread].argument = argument;
  kiss_put(thread);
}
static inline int kiss_is_thread(int thread) { return 0 <= thread && thread < kiss_thread_count; }
static inline int kiss_is_done(int thread) {
  kiss_asked = thread;
  return kiss_threads[thread].done;
}
static inline void *kiss_result_of(int thread) { return kiss_threads[thread].result; }
static inline void kiss_exit_thread(void *result) {
  kiss_threads[kiss_self].result = result;
  kiss_exits = 1;
  kiss_raise = 1;
}

static inline _Bool kiss_may_be(int variable) {
  if (variable > 0) return variable == kiss_race;
  return variable == 0 || kiss_variable_types[kiss_race] == -variable;
}
/* check_r and check_w of Figure 5: kind 1 reads, 2 writes. */
static inline void kiss_check(int id, int kind, const void *address, unsigned long bytes, int variable, _Bool atomic) {
  const char *const begin = address;
  const _Bool named = variable == kiss_race;
  if (kiss_access_kind == 0) {
    kiss_tell(kiss_self, -id);
    kiss_access_kind = kind;
    kiss_access_address = begin;
    kiss_access_bytes = bytes;
    kiss_access_named = named;
    kiss_access_atomic = atomic;
    return;
  }
  if (begin >= kiss_access_address + kiss_access_bytes || kiss_access_address >= begin + bytes) return;
  if (kind == 1 && kiss_access_kind == 1) return;
  if ((atomic && kiss_access_atomic) || !(named || kiss_access_named)) return;
  kiss_fail(KISS_RACE, id);
}
static inline _Bool kiss_stop_at(int id, int kind, const void *address, unsigned long bytes, int variable, _Bool atomic) {
  if (kiss_race == 0 || !kiss_may_be(variable)) return kiss_stop();
  if (kiss_access_kind != 0) {
    kiss_check(id, kind, address, bytes, variable, atomic);
    return kiss_stop();
  }
  if (!kiss_is_watched()) return 0;
  /* Stop here as an access that others may race with; or without a word, since it may be another object of that type
   * that they race on. */
  const int stop = kiss_choose(kiss_fresh ? 3 : 2);
  kiss_fresh = 0;
  if (stop == 0) return 0;
  if (stop == 1) kiss_check(id, kind, address, bytes, variable, atomic);
  kiss_stopped = 1;
  kiss_raise = 1;
  return 1;
}

/* Before a step; what follows the first arguments is the value that a function returns when its thread stops. */
#define KISS_POINT(id, writes, ...)               \
  do {                                            \
    if (!kiss_atomic) {                           \
      kiss_schedule();                            \
      if (kiss_stop()) return __VA_ARGS__;        \
      kiss_tell(kiss_self, id);                   \
    }                                             \
    if (writes) kiss_fresh = 1;                   \
  } while (0)
#define KISS_ACCESS(id, kind, address, bytes, variable, atomic, ...)                            \
  do {                                                                                          \
    if (!kiss_atomic) {                                                                         \
      kiss_schedule();                                                                          \
      if (kiss_stop_at(id, kind, address, bytes, variable, atomic)) return __VA_ARGS__;         \
      kiss_tell(kiss_self, id);                                                                 \
    }                                                                                           \
    if ((kind) == 2) kiss_fresh = 1;                                                            \
  } while (0)

/* A region: one step, reported when it is over, since it may block. */
#define KISS_ATOMIC(id, ...)                      \
  do {                                            \
    if (!kiss_atomic) {                           \
      kiss_schedule();                            \
      if (kiss_stop()) return __VA_ARGS__;        \
    }                                             \
    kiss_atomic++;                                \
  } while (0)
#define KISS_ATOMIC_END(id, writes)                 \
  do {                                              \
    if (--kiss_atomic == 0) kiss_tell(kiss_self, id); \
    if (writes) kiss_fresh = 1;                     \
  } while (0)

static inline void kiss_look_for_deadlock(void) {
  if (kiss_size() > 0 || kiss_stopped || kiss_stuck_count == 0) return;
  for (int i = 0; i < kiss_stuck_count; i++)
    if (kiss_bytes_at(kiss_stuck[i].address, kiss_stuck[i].bytes) != kiss_stuck[i].value) return;
  kiss_fail(KISS_DEADLOCK, 0);
}

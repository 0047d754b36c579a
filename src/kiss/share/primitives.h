/* The words in which models of synchronization are written: include it in a file for --stubs. A model is a C
 * function; what it does between kiss_atomic_begin() and kiss_atomic_end() is one step of the calling thread,
 * kiss_assume() before the first write there blocks until its condition holds, as in section 3 of the paper:
 *
 *     void KeAcquireSpinLock(int *lock) {
 *       kiss_atomic_begin();
 *       kiss_assume(*lock == 0);
 *       *lock = 1;
 *       kiss_atomic_end();
 *     }
 */
#ifndef KISS_PRIMITIVES_H
#define KISS_PRIMITIVES_H

extern int kiss_self; /* the running thread: 0 is main, then in the order of creation */

int kiss_choose(int n);          /* every value of 0 .. n-1 */
int kiss_input(void);            /* an input of the program: every value between its bounds */
void kiss_assume(int condition); /* blocks the thread while it does not hold */
void kiss_atomic_begin(void);
void kiss_atomic_end(void);
void kiss_fail_misuse(void);     /* the program broke the rules of a primitive */

int kiss_new_thread(void);                                               /* its number */
void kiss_async(int thread, void *(*start)(void *), void *argument);     /* Figure 4: async */
void kiss_async_int(int thread, int (*start)(void *), void *argument);
int kiss_is_thread(int thread);
int kiss_is_done(int thread);
void *kiss_result_of(int thread);
void kiss_exit_thread(void *result);         /* ends the running thread */
void kiss_at_thread_end(void (*end)(void)); /* called by every thread that returns from its start function */
void kiss_end_thread(void);                 /* calls it now */

struct timespec;
void pthread_time_is_up_np(const struct timespec *deadline); /* in a region: a wait ended because of it, clocks show it */

#endif

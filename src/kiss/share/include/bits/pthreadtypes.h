/* Synchronization objects as the models see them. In place of the C library's own, for whichever header asks for them;
 * all of them are right when they are zero. */
#ifndef KISS_PTHREADTYPES_H
#define KISS_PTHREADTYPES_H

enum { KISS_THREADS = 64 }; /* more than these end the path */

typedef unsigned long pthread_t; /* number of the thread + 1 */
typedef unsigned pthread_key_t;  /* number of the key + 1 */
typedef int pthread_once_t;      /* 0: never called, 1: a thread is in it, 2: done */

typedef struct {
  int kind;
  int owner; /* thread + 1 */
  int count; /* of a recursive one */
} pthread_mutex_t;
typedef struct {
  int kind;
} pthread_mutexattr_t;

typedef struct {
  int waiters;
  char waiting[KISS_THREADS];
} pthread_cond_t;
typedef struct {
  int clock;
} pthread_condattr_t;

typedef struct {
  int writer; /* thread + 1 */
  int readers;
} pthread_rwlock_t;
typedef struct {
  int kind;
} pthread_rwlockattr_t;

typedef int pthread_spinlock_t; /* owner: thread + 1 */

typedef struct {
  unsigned count, arrived, round;
} pthread_barrier_t;
typedef struct {
  int shared;
} pthread_barrierattr_t;

union pthread_attr_t {
  int detached;
  unsigned long stack;
};
#ifndef __have_pthread_attr_t
typedef union pthread_attr_t pthread_attr_t;
#define __have_pthread_attr_t 1
#endif

#endif

/* Semaphores of POSIX without names; models/semaphore.c. */
#ifndef KISS_SEMAPHORE_H
#define KISS_SEMAPHORE_H

#include <sys/types.h>
#include <time.h>

typedef struct {
  unsigned value;
} sem_t;

int sem_init(sem_t *, int, unsigned);
int sem_destroy(sem_t *);
int sem_wait(sem_t *);
int sem_trywait(sem_t *);
int sem_timedwait(sem_t *, const struct timespec *);
int sem_post(sem_t *);
int sem_getvalue(sem_t *, int *);

#endif

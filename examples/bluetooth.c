/* Figure 2 of the KISS paper, the model of a Bluetooth driver, with threads of POSIX: requests enter and
 * leave the driver while another thread stops it. No request may work in it once `stopped` is set.
 *
 * As printed, a request looks at stoppingFlag before it counts itself in: section 2.3. FIXED: it counts
 * itself in first, and out again where it is refused. ADDERS: requests, one of which is main's. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#ifndef ADDERS
#define ADDERS 1
#endif

typedef struct DEVICE_EXTENSION {
  int pendingIo;
  bool stoppingFlag;
  bool stoppingEvent;
} DEVICE_EXTENSION;

bool stopped;

static void BCSP_IoDecrement(DEVICE_EXTENSION* e) {
  const int pendingIo = __atomic_sub_fetch(&e->pendingIo, 1, __ATOMIC_SEQ_CST);
  if (pendingIo == 0) e->stoppingEvent = true;
}

static int BCSP_IoIncrement(DEVICE_EXTENSION* e) {
#ifdef FIXED
  __atomic_add_fetch(&e->pendingIo, 1, __ATOMIC_SEQ_CST);
  if (e->stoppingFlag) {
    BCSP_IoDecrement(e);
    return -1;
  }
#else
  if (e->stoppingFlag) return -1;
  __atomic_add_fetch(&e->pendingIo, 1, __ATOMIC_SEQ_CST);
#endif
  return 0;
}

static void BCSP_PnpAdd(DEVICE_EXTENSION* e) {
  const int status = BCSP_IoIncrement(e);
  if (status == 0) {
    /* do work here */
    assert(!stopped);
  }
#ifdef FIXED
  if (status == 0)
#endif
    BCSP_IoDecrement(e);
}

static void* BCSP_PnpStop(void* argument) {
  DEVICE_EXTENSION* const e = argument;
  e->stoppingFlag = true;
  BCSP_IoDecrement(e);
  while (!e->stoppingEvent) sched_yield();
  /* release allocated resources */
  stopped = true;
  return NULL;
}

#if ADDERS > 1
static void* add(void* argument) {
  BCSP_PnpAdd(argument);
  return NULL;
}
#endif

int main(void) {
  pthread_t stop;
  DEVICE_EXTENSION* const e = malloc(sizeof(DEVICE_EXTENSION));
  e->pendingIo = 1;
  e->stoppingFlag = false;
  e->stoppingEvent = false;
  stopped = false;
  pthread_create(&stop, NULL, BCSP_PnpStop, e);
#if ADDERS > 1
  for (int i = 1; i < ADDERS; ++i) {
    pthread_t adder;
    pthread_create(&adder, NULL, add, e);
  }
#endif
  BCSP_PnpAdd(e);
  return 0;
}

// A driver in the manner of toaster/toastmon (section 6 of the KISS paper, its Figure 6): eight dispatch routines that
// share a device extension of twelve fields. The harness is the paper's: two threads, each calls a routine of its
// choice. RULES=1 refines it as the driver quality team did, by rule A1: no two Pnp requests at the same time.
//
//   field              touched by                               verdict
//   self               read only, once threads run              no race
//   next_lower         read only, once threads run              no race
//   remove_lock        the device lock itself                   no race
//   pnp_state          pnp under the lock; power reads it bare  race (Figure 6)
//   previous_pnp_state pnp under the lock                       no race
//   open_count         under the lock; ioctl looks at it bare,  no race: the access is annotated as benign
//                      which the programmer means to            (like OpenCount of fakemodem); -DBARE: race
//   queued             read, write, cleanup under the lock      no race
//   power_state        power under the lock                     no race
//   outstanding        interlocked                              no race
//   last_error         under the lock                           no race
//   wake_count         pnp alone, without a lock                race; none with RULES=1
//   busy               test-and-set, then owned                 no race
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#include <stalemate/kiss.h>

#ifndef RULES
#define RULES 0
#endif
#ifdef BARE
#define LOOK(field) (field)
#else
#define LOOK(field) KISS_BENIGN(field)
#endif

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

enum pnp_state { not_started, started, stop_pending, stopped, remove_pending, deleted };
enum status { success = 0, delete_pending = -1, invalid = -2 };

typedef struct {
  int minor;
  int status;
} irp;

typedef struct {
  void *self;
  void *next_lower;
  pthread_mutex_t remove_lock;
  enum pnp_state pnp_state, previous_pnp_state;
  int open_count;
  int queued;
  int power_state;
  int outstanding;
  int last_error;
  int wake_count;
  int busy;
} device_extension;

static device_extension *device;

static int complete(irp *request, int status) {
  request->status = status;
  return status;
}

static void enter(device_extension *e) { __atomic_fetch_add(&e->outstanding, 1, __ATOMIC_SEQ_CST); }
static void leave(device_extension *e) { __atomic_fetch_sub(&e->outstanding, 1, __ATOMIC_SEQ_CST); }

static int dispatch_pnp(device_extension *e, irp *request) {
  int status = success;
  pthread_mutex_lock(&e->remove_lock);
  switch (request->minor) {
    case 0:
      e->previous_pnp_state = e->pnp_state;
      e->pnp_state = stop_pending;
      break;
    case 1:
      e->pnp_state = e->previous_pnp_state;
      break;
    default:
      status = invalid;
      e->last_error = status;
  }
  pthread_mutex_unlock(&e->remove_lock);
  e->wake_count++;
  return complete(request, status);
}

static int dispatch_power(device_extension *e, irp *request) {
  if (e->pnp_state == deleted) return complete(request, delete_pending);
  pthread_mutex_lock(&e->remove_lock);
  e->power_state = request->minor;
  pthread_mutex_unlock(&e->remove_lock);
  return complete(request, success);
}

static int dispatch_create(device_extension *e, irp *request) {
  enter(e);
  pthread_mutex_lock(&e->remove_lock);
  e->open_count++;
  pthread_mutex_unlock(&e->remove_lock);
  leave(e);
  return complete(request, success);
}

static int dispatch_close(device_extension *e, irp *request) {
  pthread_mutex_lock(&e->remove_lock);
  if (e->open_count > 0) e->open_count--;
  pthread_mutex_unlock(&e->remove_lock);
  return complete(request, success);
}

static int dispatch_read(device_extension *e, irp *request) {
  int status = success;
  pthread_mutex_lock(&e->remove_lock);
  if (e->queued == 0) {
    status = invalid;
    e->last_error = status;
  } else {
    e->queued--;
  }
  pthread_mutex_unlock(&e->remove_lock);
  return complete(request, status);
}

static int dispatch_write(device_extension *e, irp *request) {
  enter(e);
  pthread_mutex_lock(&e->remove_lock);
  e->queued++;
  pthread_mutex_unlock(&e->remove_lock);
  leave(e);
  return complete(request, success);
}

static int dispatch_ioctl(device_extension *e, irp *request) {
  if (LOOK(e->open_count) == 0) return complete(request, invalid);
  if (__atomic_exchange_n(&e->busy, 1, __ATOMIC_SEQ_CST)) return complete(request, invalid);
  request->minor = e->self == e->next_lower;
  __atomic_store_n(&e->busy, 0, __ATOMIC_SEQ_CST);
  return complete(request, success);
}

static int dispatch_cleanup(device_extension *e, irp *request) {
  pthread_mutex_lock(&e->remove_lock);
  e->queued = 0;
  pthread_mutex_unlock(&e->remove_lock);
  return complete(request, success);
}

typedef int (*routine)(device_extension *, irp *);
static const routine routines[] = {dispatch_pnp,  dispatch_power, dispatch_create, dispatch_close,
                                   dispatch_read, dispatch_write, dispatch_ioctl,  dispatch_cleanup};
static int other; /* what the first thread calls, chosen before the second one chooses */

static int choose_routine(void) {
  int routine = __VERIFIER_nondet_int();
  __VERIFIER_assume(0 <= routine && routine < 8);
  return routine;
}

static void *caller(void *number) {
  irp request = {0, 0};
  routines[*(int *)number](device, &request);
  return 0;
}

int main(void) {
  pthread_t thread;
  int mine;
  device = calloc(1, sizeof *device);
  pthread_mutex_init(&device->remove_lock, 0);
  device->self = device;
  device->pnp_state = started;
  other = choose_routine();
  mine = choose_routine();
  __VERIFIER_assume(!RULES || mine != 0 || other != 0);
  pthread_create(&thread, 0, caller, &other);
  caller(&mine);
  pthread_join(thread, 0);
  return 0;
}

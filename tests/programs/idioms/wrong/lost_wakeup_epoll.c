/* Wrong: the loop says that it sleeps after it has looked whether there is work, and nobody wakes a loop that
 * does not sleep. Least bound 1, deadlock: interrupt the loop between its look at `pending` and its store to
 * `sleeping`; the producer sees a loop that is awake and writes nothing. Without a preemption the loop sleeps
 * first, or sees the work. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int efd, epfd;
static atomic_int pending, sleeping;

static void* loop(void* unused) {
  (void)unused;
  for (;;) {
    if (atomic_exchange(&pending, 0) > 0) return NULL;
    atomic_store(&sleeping, 1);
    struct epoll_event ev;
    if (epoll_wait(epfd, &ev, 1, -1) == 1) {
      uint64_t n;
      if (read(efd, &n, sizeof n) != sizeof n) return NULL;
    }
    atomic_store(&sleeping, 0);
  }
}

static void* producer(void* unused) {
  (void)unused;
  atomic_fetch_add(&pending, 1);
  if (atomic_load(&sleeping)) {
    uint64_t one = 1;
    if (write(efd, &one, sizeof one) != sizeof one) return NULL;
  }
  return NULL;
}

int main(void) {
  pthread_t l, p;
  efd = eventfd(0, 0);
  epfd = epoll_create1(0);
  struct epoll_event ev = {.events = EPOLLIN, .data.fd = efd};
  if (efd < 0 || epfd < 0 || epoll_ctl(epfd, EPOLL_CTL_ADD, efd, &ev) < 0) return 1;
  pthread_create(&l, NULL, loop, NULL);
  pthread_create(&p, NULL, producer, NULL);
  pthread_join(l, NULL);
  pthread_join(p, NULL);
  close(epfd);
  close(efd);
  return 0;
}

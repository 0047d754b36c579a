// Threads that wait for several descriptors, one way per PART; each is right, and wrong with BUG=1.
#define _GNU_SOURCE
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <unistd.h>

#ifndef BUG
#define BUG 0
#endif

static int first[2], second[2];

#if PART == 1  // whichever comes first; BUG: expects them in order
static void* feed(void* to) {
  assert(write(((int*)to)[1], "x", 1) == 1);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  char byte;
  assert(pipe(first) == 0 && pipe(second) == 0);
  pthread_create(&threads[0], NULL, feed, first);
  pthread_create(&threads[1], NULL, feed, second);
  for (int left = 2; left > 0;) {
    struct pollfd both[2] = {{first[0], POLLIN, 0}, {second[0], POLLIN, 0}};
    assert(poll(both, 2, -1) > 0);
    assert(!BUG || left < 2 || both[0].revents != 0);
    for (int i = 0; i < 2; ++i)
      if (both[i].revents != 0) left -= (int)read(both[i].fd, &byte, 1);
  }
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}

#elif PART == 2  // select, with a limit; BUG: takes it for granted that it is long enough
static void* feed(void* unused) {
  assert(write(first[1], "x", 1) == 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  fd_set set;
  char byte;
  struct timeval limit = {0, 1000};
  assert(pipe(first) == 0);
  pthread_create(&thread, NULL, feed, NULL);
  FD_ZERO(&set);
  FD_SET(first[0], &set);
  int n = select(first[0] + 1, &set, NULL, NULL, &limit);
  assert(n == FD_ISSET(first[0], &set));
  assert(!BUG || n == 1);
  pthread_join(thread, NULL);
  assert(read(first[0], &byte, 1) == 1);
  FD_ZERO(&set);
  FD_SET(first[1], &set);
  assert(pselect(first[1] + 1, NULL, &set, NULL, NULL, NULL) == 1);
  return 0;
}

#elif PART == 3  // a loop over epoll, ended by an eventfd; BUG: the flag is looked at before it is set
static int event;
static atomic_int stop;

static void* loop(void* unused) {
  int epoll = epoll_create1(0);
  struct epoll_event one = {.events = EPOLLIN};
  assert(epoll_ctl(epoll, EPOLL_CTL_ADD, event, &one) == 0);
  for (;;) {
    eventfd_t value;
    assert(epoll_wait(epoll, &one, 1, -1) == 1);
    assert(eventfd_read(event, &value) == 0);
    if (stop) break;
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  event = eventfd(0, 0);
  pthread_create(&thread, NULL, loop, NULL);
  if (BUG) eventfd_write(event, 1);
  stop = 1;
  if (!BUG) eventfd_write(event, 1);
  pthread_join(thread, NULL);
  return 0;
}

#elif PART == 4  // a look, without waiting; BUG: expects to see something
static void* feed(void* unused) {
  assert(write(first[1], "x", 1) == 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  assert(pipe(first) == 0);
  pthread_create(&thread, NULL, feed, NULL);
  struct pollfd one = {first[0], POLLIN, 0};
  int n = poll(&one, 1, 0);
  assert(n == 1 || (!BUG && n == 0));
  pthread_join(thread, NULL);
  assert(poll(&one, 1, 0) == 1 && one.revents == POLLIN);
  (void)second;
  return 0;
}
#endif

// Waits for another thread by epoll_pwait2, without a limit and with one.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/epoll.h>
#include <unistd.h>

static int ends[2];

static void* body(void* unused) {
  assert(write(ends[1], "x", 1) == 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  struct epoll_event event = {.events = EPOLLIN};
  const struct timespec hour = {3600, 0};
  const int epoll = epoll_create1(0);
  assert(pipe(ends) == 0 && epoll_ctl(epoll, EPOLL_CTL_ADD, ends[0], &event) == 0);
  assert(epoll_pwait2(epoll, &event, 1, &hour, NULL) == 0);
  pthread_create(&thread, NULL, body, NULL);
  assert(epoll_pwait2(epoll, &event, 1, NULL, NULL) == 1);
  pthread_join(thread, NULL);
}

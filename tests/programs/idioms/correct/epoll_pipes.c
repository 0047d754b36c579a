/* epoll over two pipes until both writers have closed theirs. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <unistd.h>

#define MAX_EVENTS 4

static void die(const char* what) {
  perror(what);
  exit(1);
}

static void* talk(void* arg) {
  int fd = *(int*)arg;
  if (write(fd, "hi", 2) != 2) die("write");
  close(fd);
  return NULL;
}

int main(void) {
  int pipes[2][2], open_pipes = 2;
  size_t bytes = 0;
  pthread_t writer[2];
  int epfd = epoll_create1(0);
  if (epfd == -1) die("epoll_create1");

  for (int i = 0; i < 2; i++) {
    if (pipe(pipes[i]) == -1) die("pipe");
    struct epoll_event ev = {.events = EPOLLIN, .data.fd = pipes[i][0]};
    if (epoll_ctl(epfd, EPOLL_CTL_ADD, pipes[i][0], &ev) == -1) die("epoll_ctl");
  }
  for (int i = 0; i < 2; i++) pthread_create(&writer[i], NULL, talk, &pipes[i][1]);

  while (open_pipes > 0) {
    struct epoll_event events[MAX_EVENTS];
    int nfds = epoll_wait(epfd, events, MAX_EVENTS, -1);
    if (nfds == -1) die("epoll_wait");
    for (int n = 0; n < nfds; n++) {
      char buf[16];
      ssize_t got = read(events[n].data.fd, buf, sizeof buf);
      if (got > 0) {
        bytes += (size_t)got;
      } else {
        epoll_ctl(epfd, EPOLL_CTL_DEL, events[n].data.fd, NULL);
        close(events[n].data.fd);
        open_pipes--;
      }
    }
  }
  for (int i = 0; i < 2; i++) pthread_join(writer[i], NULL);
  close(epfd);
  assert(bytes == 4);
  return 0;
}

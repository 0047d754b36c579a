/* The self-pipe: a byte in the pipe wakes the thread that sleeps in poll(). */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int wake_pipe[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int jobs, quitting;

static void wake(void) {
  while (write(wake_pipe[1], "", 1) == -1 && errno == EINTR)
    ;
}

static void* loop(void* arg) {
  int *done = arg, stop = 0;
  while (!stop) {
    struct pollfd pfd = {.fd = wake_pipe[0], .events = POLLIN};
    if (poll(&pfd, 1, -1) == -1) {
      if (errno == EINTR) continue;
      perror("poll");
      exit(EXIT_FAILURE);
    }
    char c;
    while (read(wake_pipe[0], &c, 1) > 0)
      ; /* drain */
    pthread_mutex_lock(&lock);
    *done += jobs;
    jobs = 0;
    stop = quitting;
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

int main(void) {
  pthread_t tid;
  int done = 0;
  if (pipe(wake_pipe) == -1) return EXIT_FAILURE;
  fcntl(wake_pipe[0], F_SETFL, O_NONBLOCK);
  fcntl(wake_pipe[1], F_SETFL, O_NONBLOCK);
  if (pthread_create(&tid, NULL, loop, &done) != 0) return EXIT_FAILURE;

  pthread_mutex_lock(&lock);
  jobs++;
  pthread_mutex_unlock(&lock);
  wake();

  pthread_mutex_lock(&lock);
  quitting = 1;
  pthread_mutex_unlock(&lock);
  wake();

  pthread_join(tid, NULL);
  close(wake_pipe[0]);
  close(wake_pipe[1]);
  return done == 1 ? EXIT_SUCCESS : EXIT_FAILURE;
}

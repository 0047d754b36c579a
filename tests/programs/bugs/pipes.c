// Threads that talk through descriptors, one way per PART; each is right, and wrong with BUG=1.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <unistd.h>

#ifndef BUG
#define BUG 0
#endif

static int ends[2];

#if PART == 1  // read to the end; BUG: nobody closes the other end
static void* write_some(void* unused) {
  for (int i = 0; i < 2; ++i) assert(write(ends[1], "ab", 2) == 2);
  if (!BUG) close(ends[1]);
  return unused;
}

int main(void) {
  pthread_t thread;
  char text[2];
  int got = 0, n;
  assert(pipe(ends) == 0);
  pthread_create(&thread, NULL, write_some, NULL);
  while ((n = (int)read(ends[0], text, 2)) > 0) got += n;
  assert(got == 4);
  pthread_join(thread, NULL);
  return 0;
}

#elif PART == 2  // an eventfd that counts; BUG: it adds up what two threads wrote
static int event;

static void* post(void* unused) {
  eventfd_write(event, 1);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  eventfd_t value;
  event = eventfd(0, BUG ? 0 : EFD_SEMAPHORE);
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, post, NULL);
  for (int i = 0; i < 2; ++i) assert(eventfd_read(event, &value) == 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}

#elif PART == 3  // question and answer; BUG: both wait to be asked
static void* answer(void* unused) {
  char text[4];
  struct iovec parts[2] = {{text, 2}, {text + 2, 2}};
  assert(recv(ends[1], text, 2, MSG_WAITALL) == 2);
  assert(readv(ends[1], parts, 2) > 0);
  assert(writev(ends[1], parts, 2) == 4);
  return unused;
}

int main(void) {
  pthread_t thread;
  char text[4] = "abcd";
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  pthread_create(&thread, NULL, answer, NULL);
  if (!BUG) assert(send(ends[0], text, 4, 0) == 4);
  assert(recv(ends[0], text, 4, MSG_WAITALL) == 4);
  pthread_join(thread, NULL);
  return 0;
}

#elif PART == 4  // more than the pipe takes; BUG: reads only when the writer has ended
static char sent[3 * 4096 + 1], got[sizeof sent];

static void* write_all(void* unused) {
  assert(write(ends[1], sent, sizeof sent) == (ssize_t)sizeof sent);
  return unused;
}

int main(void) {
  pthread_t thread;
  size_t n = 0;
  memset(sent, 'x', sizeof sent);
  assert(pipe(ends) == 0 && fcntl(ends[0], F_SETPIPE_SZ, 4096) == 4096);
  pthread_create(&thread, NULL, write_all, NULL);
  if (BUG) pthread_join(thread, NULL);
  while (n < sizeof sent) n += (size_t)read(ends[0], got + n, sizeof sent - n);
  assert(memcmp(sent, got, n) == 0);
  if (!BUG) pthread_join(thread, NULL);
  return 0;
}

#elif PART == 5  // does not wait; BUG: takes it for granted that something is there
static void* write_one(void* unused) {
  assert(write(ends[1], "x", 1) == 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  char byte;
  assert(pipe2(ends, O_NONBLOCK) == 0);
  pthread_create(&thread, NULL, write_one, NULL);
  ssize_t n = read(ends[0], &byte, 1);
  assert(n == 1 || (!BUG && n == -1 && errno == EAGAIN));
  pthread_join(thread, NULL);
  return 0;
}

#elif PART == 6  // waits for a while; BUG: takes it for granted that it is long enough
static void* send_one(void* unused) {
  assert(send(ends[1], "x", 1, 0) == 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  char byte;
  struct timeval patience = {1, 0};
  assert(socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) == 0);
  assert(setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience) == 0);
  pthread_create(&thread, NULL, send_one, NULL);
  ssize_t n = recv(ends[0], &byte, 1, 0);
  assert(n == 1 || (!BUG && n == -1 && errno == EAGAIN));
  pthread_join(thread, NULL);
  return 0;
}
#endif

// A server and its clients in one program, one way per PART; each is right, and wrong with BUG=1.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#ifndef BUG
#define BUG 0
#endif

static int listener;

#if PART == 1  // question and answer over the loopback; BUG: another client never comes
static struct sockaddr_in address = {.sin_family = AF_INET};

static void* client(void* unused) {
  char byte = 'a';
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  assert(connect(fd, (struct sockaddr*)&address, sizeof address) == 0);
  assert(send(fd, &byte, 1, 0) == 1 && recv(fd, &byte, 1, 0) == 1 && byte == 'b');
  close(fd);
  return unused;
}

int main(void) {
  pthread_t thread;
  socklen_t size = sizeof address;
  char byte;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  listener = socket(AF_INET, SOCK_STREAM, 0);
  assert(bind(listener, (struct sockaddr*)&address, sizeof address) == 0 && listen(listener, 1) == 0);
  assert(getsockname(listener, (struct sockaddr*)&address, &size) == 0);
  pthread_create(&thread, NULL, client, NULL);
  for (int i = 0; i < 1 + BUG; ++i) {
    int fd = accept(listener, NULL, NULL);
    assert(fd >= 0 && recv(fd, &byte, 1, 0) == 1);
    ++byte;
    assert(send(fd, &byte, 1, 0) == 1 && recv(fd, &byte, 1, 0) == 0);
    close(fd);
  }
  pthread_join(thread, NULL);
  return 0;
}

#else
static struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "\0stalemate test"};

static int client(void) {
  int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  return connect(fd, (struct sockaddr*)&address, sizeof address) == 0 ? fd : -1;
}

static void serve(void) {
  // Other processes may use the same name meanwhile, so it has this one's number in it.
  memcpy(address.sun_path + 16, &(pid_t){getpid()}, sizeof(pid_t));
  listener = socket(AF_UNIX, SOCK_STREAM, 0);
  assert(bind(listener, (struct sockaddr*)&address, sizeof address) == 0);
}
#endif

#if PART == 2  // a client may come too early; BUG: it does not expect that
static void* come(void* unused) {
  int fd = client();
  if (BUG) assert(fd >= 0);
  if (fd < 0) assert(errno == ECONNREFUSED);
  return unused;
}

int main(void) {
  pthread_t thread;
  serve();
  pthread_create(&thread, NULL, come, NULL);
  assert(listen(listener, 1) == 0);
  pthread_join(thread, NULL);
  return 0;
}

#elif PART == 3  // more clients than the backlog takes; BUG: nobody accepts the one that it took
static void* come(void* unused) {
  assert(client() >= 0);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  serve();
  assert(listen(listener, 0) == 0);
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, come, NULL);
  if (!BUG) assert(accept(listener, NULL, NULL) >= 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}

#elif PART == 4  // the end of one direction; BUG: it is not said
static int fd;

static void* answer(void* unused) {
  char text[4];
  int n, got = 0, in = accept(listener, NULL, NULL);
  while ((n = (int)recv(in, text, sizeof text, 0)) > 0) got += n;
  assert(got == 2 && send(in, text, 1, 0) == 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  char byte;
  serve();
  assert(listen(listener, 1) == 0);
  pthread_create(&thread, NULL, answer, NULL);
  fd = client();
  assert(send(fd, "ab", 2, 0) == 2);
  if (!BUG) shutdown(fd, SHUT_WR);
  assert(recv(fd, &byte, 1, 0) == 1);
  pthread_join(thread, NULL);
  return 0;
}
#endif

/* Request and answer over a socket pair. */
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static void* server(void* arg) {
  int fd = *(int*)arg;
  char request[8];
  ssize_t n;
  while ((n = recv(fd, request, sizeof request, 0)) > 0) {
    assert(n == 5 && memcmp(request, "ping", 5) == 0);
    send(fd, "pong", 5, 0);
  }
  close(fd);
  return NULL;
}

int main(void) {
  int sv[2];
  pthread_t tid;
  char answer[8];
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, sv) == 0);
  pthread_create(&tid, NULL, server, &sv[1]);
  for (int i = 0; i < 2; i++) {
    assert(write(sv[0], "ping", 5) == 5);
    assert(read(sv[0], answer, sizeof answer) == 5);
    assert(strcmp(answer, "pong") == 0);
  }
  shutdown(sv[0], SHUT_WR);
  assert(read(sv[0], answer, sizeof answer) == 0);
  pthread_join(tid, NULL);
  close(sv[0]);
  return 0;
}

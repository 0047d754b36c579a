// Calls without a model that wait for another thread: no finding, and the coverage is partial.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <unistd.h>

#if defined(LOCK) || defined(LOCK_BY_FCNTL)
static char name[] = "waits.XXXXXX";
static int inside;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void set(int file, int locked) {
#if defined(LOCK)
  flock(file, locked ? LOCK_EX : LOCK_UN);
#else
  struct flock part = {.l_type = locked ? F_WRLCK : F_UNLCK, .l_whence = SEEK_SET};
  fcntl(file, F_OFD_SETLKW, &part);
#endif
}
static void* use(void* argument) {
  int file = open(name, O_RDWR);
  set(file, 1);
  inside++;
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  assert(inside == 1);
  inside--;
  set(file, 0);
  close(file);
  return argument;
}
static void begin(void) { close(mkstemp(name)); }
static void end(void) { unlink(name); }
#elif defined(QUEUE)
static mqd_t queue;
static void begin(void) {
  struct mq_attr attributes = {0, 2, 8, 0, {0}};
  char name[40];
  sprintf(name, "/stalemate.%d", (int)getpid());
  queue = mq_open(name, O_CREAT | O_RDWR, 0600, &attributes);
  mq_unlink(name);
}
static void* use(void* argument) {
  char c[8] = "x";
  mq_send(queue, c, 1, 0);
  return argument;
}
static void end(void) { mq_close(queue); }
#elif defined(MESSAGES)
static int queue;
struct message { long type; char text[8]; };
static void begin(void) { queue = msgget(IPC_PRIVATE, 0600); }
static void* use(void* argument) {
  struct message one = {1, "x"};
  msgsnd(queue, &one, 8, 0);
  return argument;
}
static void end(void) { msgctl(queue, IPC_RMID, 0); }
#elif defined(SEMAPHORES)
static int set;
static void begin(void) { set = semget(IPC_PRIVATE, 1, 0600); }
static void* use(void* argument) {
  struct sembuf add = {0, 1, 0};
  semop(set, &add, 1);
  return argument;
}
static void end(void) { semctl(set, 0, IPC_RMID); }
#endif

int main(void) {
  begin();
  pthread_t thread;
  pthread_create(&thread, 0, use, 0);
#if defined(QUEUE)
  char c[8];
  assert(mq_receive(queue, c, 8, 0) == 1);
#elif defined(MESSAGES)
  struct message got;
  assert(msgrcv(queue, &got, 8, 0, 0) == 8);
#elif defined(SEMAPHORES)
  struct sembuf take = {0, -1, 0};
  assert(semop(set, &take, 1) == 0);
#else
  use(0);
#endif
  pthread_join(thread, 0);
  end();
}

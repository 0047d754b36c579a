// Signals in programs that mean them.
//
// BUG=0: threads recover from faults of their own by siglongjmp, one of them twice; abort() is survived once;
// a
//   thread is stopped and continued by signals, wherever it is; a write to nobody raises SIGPIPE; a nap is
//   ended; what is blocked stays pending; a timed wait for a signal may end without one.
// BUG=1: main looks whether the signal has come, and then pauses: it may come in between.
// BUG=2: a handler takes the mutex that the thread holds which it interrupts.
// BUG=3: a handler of SIGABRT comes back: abort() does not.
// BUG=4: the thread that the process's signal wakes is not the one that waits for the news.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#ifndef BUG
#define BUG 0
#endif

static void handle(int number, void (*handler)(int)) {
  struct sigaction action = {.sa_handler = handler};
  assert(sigaction(number, &action, NULL) == 0);
}

static sigset_t only(int number) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  return set;
}

#if BUG == 0

static _Thread_local sigjmp_buf back;
static void jump_back(int number) { siglongjmp(back, number); }

static int fault(void) {
  volatile int* volatile nowhere = NULL;
  const int number = sigsetjmp(back, 1);
  if (number == 0) *nowhere = 1;
  return number;
}

static int end_in_vain(void) {
  const int number = sigsetjmp(back, 1);
  if (number == 0) abort();
  return number;
}

static sem_t stopped;
static atomic_int going = 1;

static void stop(int number) {
  (void)number;
  sigset_t all_but;
  sigfillset(&all_but);
  sigdelset(&all_but, SIGUSR2);
  sem_post(&stopped);
  while (going == 0) sigsuspend(&all_but);
}

static void go_on(int number) {
  (void)number;
  going = 1;
}

static void* work(void* mutex) {
  assert(fault() == SIGSEGV);
  pthread_mutex_lock(mutex);
  pthread_mutex_unlock(mutex);
  return NULL;
}

static void stop_and_continue(void) {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_t thread;
  const sigset_t usr2 = only(SIGUSR2);
  sem_init(&stopped, 0, 0);
  pthread_sigmask(SIG_BLOCK, &usr2, NULL);
  pthread_mutex_lock(&mutex);
  assert(pthread_create(&thread, NULL, work, &mutex) == 0);
  going = 0;
  assert(pthread_kill(thread, SIGUSR1) == 0);
  if (sem_trywait(&stopped) == 0) {  // it is stopped by now; else it may stop later or have ended
    assert(going == 0);
  }
  going = 1;
  pthread_kill(thread, SIGUSR2);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  assert(pthread_kill(pthread_self(), 0) == 0);
}

static atomic_int broken_pipes;
static void on_pipe(int number) {
  (void)number;
  ++broken_pipes;
}

static void alone(void) {
  int ends[2];
  assert(pipe(ends) == 0);
  close(ends[0]);
  assert(write(ends[1], "x", 1) == -1 && errno == EPIPE && broken_pipes == 1);

  const sigset_t pipe_set = only(SIGPIPE);
  sigset_t pending;
  pthread_sigmask(SIG_BLOCK, &pipe_set, NULL);
  raise(SIGPIPE);
  assert(broken_pipes == 1 && sigpending(&pending) == 0 && sigismember(&pending, SIGPIPE));
  const struct timespec moment = {0, 1000};
  assert(sigtimedwait(&pipe_set, NULL, &moment) == SIGPIPE);
  assert(sigtimedwait(&pipe_set, NULL, &moment) == -1 && errno == EAGAIN);
  kill(getpid(), SIGPIPE);
  pthread_sigmask(SIG_UNBLOCK, &pipe_set, NULL);
  assert(broken_pipes == 2);
}

int main(void) {
  handle(SIGSEGV, jump_back);
  handle(SIGABRT, jump_back);
  handle(SIGUSR1, stop);
  handle(SIGUSR2, go_on);
  handle(SIGPIPE, on_pipe);
  assert(fault() == SIGSEGV && fault() == SIGSEGV);
  assert(end_in_vain() == SIGABRT);
  alone();
  stop_and_continue();
  return 0;
}

#elif BUG == 1

static atomic_int came;
static void on_signal(int number) {
  (void)number;
  came = 1;
}

static void* send(void* to) {
  pthread_kill(*(pthread_t*)to, SIGUSR1);
  return NULL;
}

int main(void) {
  pthread_t self = pthread_self(), thread;
  handle(SIGUSR1, on_signal);
  pthread_create(&thread, NULL, send, &self);
  while (!came) pause();
  pthread_join(thread, NULL);
  return 0;
}

#elif BUG == 2

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;
static void on_signal(int number) {
  (void)number;
  pthread_mutex_lock(&mutex);
  ++count;
  pthread_mutex_unlock(&mutex);
}

static void* work(void* unused) {
  (void)unused;
  pthread_mutex_lock(&mutex);
  ++count;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t thread;
  handle(SIGUSR1, on_signal);
  pthread_create(&thread, NULL, work, NULL);
  pthread_kill(thread, SIGUSR1);
  pthread_join(thread, NULL);
  return 0;
}

#elif BUG == 3

static void on_abort(int number) { (void)number; }

int main(void) {
  handle(SIGABRT, on_abort);
  abort();
}

#elif BUG == 4

static _Thread_local int told;
static void on_signal(int number) {
  (void)number;
  told = 1;
}

static void* work(void* unused) {
  (void)unused;
  return NULL;
}

int main(void) {
  pthread_t thread;
  handle(SIGUSR1, on_signal);
  pthread_create(&thread, NULL, work, NULL);
  kill(getpid(), SIGUSR1);
  pthread_join(thread, NULL);
  assert(told);
  return 0;
}

#endif

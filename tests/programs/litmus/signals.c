// One signal between threads, by SIGNAL. To send it is a step; so is the handler of a thread that had
// announced another step, before that one. Counts from the same brute-force model, which inserts those steps.
//
// Behind it main has an operation.
//
// 1  main sends it to a thread with two operations; its handler has one. Before the thread's first step the
//    handler needs no step of its own; a thread that has ended gets nothing.
// 2  the thread blocks it, and takes it by sigwait; then one operation.
// 3  main sends it to the process, when two threads do not block it and main does: which of them takes it is
//    explored. Both have one operation.
// 4  the thread blocks it but while it waits for it in sigsuspend; to enter that is a step, to wait another
// one,
//    if the signal has not come yet.
// 5  the thread waits for a mutex that main holds, until it has sent the signal and the handler has run:
// without
//    the handler's step that would be a deadlock.
// 6  main sends it to itself: the handler runs at once, in the middle of nothing.
// 7  the thread sleeps: the handler ends the sleep.
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

static atomic_int x;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sem_t handled;

static void touch(void) { atomic_fetch_add(&x, 1); }

static void on_signal(int number) {
  (void)number;
#if SIGNAL == 5
  sem_post(&handled);
#else
  touch();
#endif
}

static void change_mask(int how) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(how, &set, NULL);
}

static void* work(void* unused) {
  (void)unused;
#if SIGNAL == 1
  touch();
  touch();
#elif SIGNAL == 6
  touch();
#elif SIGNAL == 2
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  int number = 0;
  if (sigwait(&set, &number) != 0 || number != SIGUSR1) _exit(1);
  touch();
#elif SIGNAL == 3
  change_mask(SIG_UNBLOCK);
  touch();
#elif SIGNAL == 4
  sigset_t none;
  sigemptyset(&none);
  if (sigsuspend(&none) != -1) _exit(1);
#elif SIGNAL == 5
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
#elif SIGNAL == 7
  sleep(1);
#endif
  return NULL;
}

int main(void) {
  struct sigaction action = {.sa_handler = on_signal};
  sigaction(SIGUSR1, &action, NULL);
  pthread_t thread;
#if SIGNAL == 2 || SIGNAL == 3 || SIGNAL == 4
  change_mask(SIG_BLOCK);
#endif
#if SIGNAL == 5
  sem_init(&handled, 0, 0);
  pthread_mutex_lock(&mutex);
#endif
  pthread_create(&thread, NULL, work, NULL);
#if SIGNAL == 3
  pthread_t other;
  pthread_create(&other, NULL, work, NULL);
  kill(getpid(), SIGUSR1);
  pthread_join(other, NULL);
#elif SIGNAL == 6
  raise(SIGUSR1);
#else
  pthread_kill(thread, SIGUSR1);
#endif
  touch();
#if SIGNAL == 5
  sem_wait(&handled);
  pthread_mutex_unlock(&mutex);
#endif
  pthread_join(thread, NULL);
  return 0;
}

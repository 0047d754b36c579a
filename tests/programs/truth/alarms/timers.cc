// One way to wait for a timer, or for a signal from a descriptor, for each macro.
#include <poll.h>
#include <sys/signalfd.h>
#include <sys/time.h>
#include <unistd.h>

#include <cassert>
#include <csignal>
#include <ctime>
#include <mutex>
#include <thread>

volatile sig_atomic_t ticks = 0;

void on_signal(int) { ticks = ticks + 1; }

void block(int signal) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal);
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
}

int descriptor_for(int signal) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal);
  return signalfd(-1, &set, 0);
}

int read_signal(int descriptor) {
  signalfd_siginfo cause{};
  assert(read(descriptor, &cause, sizeof cause) == sizeof cause);
  return static_cast<int>(cause.ssi_signo);
}

int main() {
  int expected = 1;
#ifdef WRONG
  expected = 2;
#endif
#if defined ALARM
  std::signal(SIGALRM, on_signal);
  alarm(1);
  pause();
#elif defined SETITIMER
  std::signal(SIGALRM, on_signal);
  const itimerval time{{0, 0}, {0, 1000}};
  setitimer(ITIMER_REAL, &time, nullptr);
  pause();
#elif defined TIMER_CREATE
  std::signal(SIGUSR1, on_signal);
  sigevent event{};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGUSR1;
  timer_t timer;
  assert(timer_create(CLOCK_MONOTONIC, &event, &timer) == 0);
  const itimerspec time{{0, 0}, {0, 1000}};
  assert(timer_settime(timer, 0, &time, nullptr) == 0);
  pause();
  timer_delete(timer);
#elif defined SIGWAIT
  block(SIGALRM);
  alarm(1);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGALRM);
  int signal = 0;
  assert(sigwait(&set, &signal) == 0 && signal == SIGALRM);
  ticks = 1;
#elif defined SLEEPING
  std::signal(SIGALRM, on_signal);
  alarm(1);
  while (ticks == 0) usleep(300000);
#elif defined SPINNING
  std::signal(SIGALRM, on_signal);
  alarm(1);
  while (ticks == 0) std::this_thread::yield();
#elif defined READING
  struct sigaction action {};
  action.sa_handler = on_signal;
  sigaction(SIGALRM, &action, nullptr);
  std::mutex mutex;
  std::thread other([&mutex] { const std::lock_guard<std::mutex> lock(mutex); });
  alarm(1);
  pause();
  other.join();
#elif defined PERIODIC
  std::signal(SIGALRM, on_signal);
  const itimerval time{{0, 1000}, {0, 1000}};
  setitimer(ITIMER_REAL, &time, nullptr);
  while (ticks < 5) pause();
  ticks = 1;
#elif defined SIGNALFD
  block(SIGUSR1);
  const int descriptor = descriptor_for(SIGUSR1);
  kill(getpid(), SIGUSR1);
  ticks = read_signal(descriptor) == SIGUSR1;
#elif defined SIGNALFD_OTHER
  block(SIGUSR1);
  const int descriptor = descriptor_for(SIGUSR1);
  std::thread other([] { kill(getpid(), SIGUSR1); });
  ticks = read_signal(descriptor) == SIGUSR1;
  other.join();
#elif defined SIGNALFD_POLL
  block(SIGALRM);
  const int descriptor = descriptor_for(SIGALRM);
  alarm(1);
  pollfd one{descriptor, POLLIN, 0};
  assert(poll(&one, 1, -1) == 1);
  ticks = read_signal(descriptor) == SIGALRM;
#elif defined DEFAULT
  alarm(1);
  pause();
#elif defined WATCHDOG
  alarm(60);  // of the whole program: it must not hide a deadlock
  std::mutex mutex;
  mutex.lock();
  std::thread other([&mutex] { const std::lock_guard<std::mutex> lock(mutex); });
#ifndef WRONG
  mutex.unlock();
#endif
  other.join();
  ticks = expected;
#endif
  assert(ticks == expected);
}

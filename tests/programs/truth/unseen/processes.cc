// Ways to start a process or a thread that the runtime does not schedule: clone as fork does (COPY), with the memory of
// the parent (SHARED), as vfork does (VFORK_CLONE), vfork itself; beside a thread or ALONE.
#include <sched.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cassert>
#include <csignal>
#include <thread>

alignas(16) char stack[1 << 16];

int child(void*) { _exit(0); }

void start() {
  int process = 0;
#if defined(COPY)
  process = clone(child, stack + sizeof stack, SIGCHLD, nullptr);
#elif defined(SHARED)
  process = clone(child, stack + sizeof stack, CLONE_VM | SIGCHLD, nullptr);
  if (process < 0) return;
#elif defined(VFORK_CLONE)
  process = clone(child, stack + sizeof stack, CLONE_VM | CLONE_VFORK | SIGCHLD, nullptr);
#elif defined(SIGNALFD)
  sigset_t some;
  sigemptyset(&some);
  sigaddset(&some, SIGUSR1);
  sigprocmask(SIG_BLOCK, &some, nullptr);
  const int fd = signalfd(-1, &some, 0);
  assert(fd >= 0);
  close(fd);
  return;
#else
  process = vfork();
  if (process == 0) _exit(0);
#endif
  assert(process > 0);
  int status = 0;
  assert(waitpid(process, &status, 0) == process && status == 0);
}

int main() {
#ifdef ALONE
  start();
  std::thread one([] {});
#else
  std::thread one(start);
#endif
  one.join();
}

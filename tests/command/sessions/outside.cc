// Waits for somebody outside: the kernel's timer, a child; and a futex that only the kernel can serve.
#include <linux/futex.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>
#include <atomic>
#include <cassert>
#include <cerrno>
#include <cstdint>
#include <thread>

static std::atomic<int> seen{0};

int main() {
#if defined(TIMER)
  const int timer = timerfd_create(CLOCK_MONOTONIC, 0);
  const itimerspec soon = {{0, 0}, {0, 1000000}};
  assert(timerfd_settime(timer, 0, &soon, nullptr) == 0);
  std::thread other([] { seen.fetch_add(1); });
  std::uint64_t times = 0;
  assert(read(timer, &times, sizeof times) == sizeof times && times > 0);
  assert(seen == 1);  // whoever could go on has gone on
  other.join();
#elif defined(CHILD)
  int ends[2];
  assert(pipe(ends) == 0);
  const pid_t child = fork();
  if (child == 0) {
    usleep(30000);  // later than all threads have come to wait, on a busy machine, too
    _exit(write(ends[1], "c", 1) == 1 ? 0 : 1);
  }
  std::thread other([] { seen.fetch_add(1); });
  char byte = 0;
  assert(read(ends[0], &byte, 1) == 1 && byte == 'c');
  int status = 1;
  assert(waitpid(child, &status, 0) == child && status == 0);
  other.join();
#elif defined(INHERITANCE)
  int word = 0;
  assert(syscall(SYS_futex, &word, FUTEX_LOCK_PI, 0, nullptr, nullptr, 0) == -1 && errno == ENOSYS);
#endif
}

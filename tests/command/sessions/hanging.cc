// A thread that goes astray in exactly one interleaving with at most one preemption: hanging HOW.
#include <fcntl.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <string>
#include <thread>

volatile unsigned long turns = 0;

// So that others can see how often it happened.
void leave_a_mark() {
  const int file = open("hangs.txt", O_WRONLY | O_CREAT | O_APPEND, 0644);
  if (write(file, "x", 1) == 1) close(file);
}

__attribute__((noinline)) void spin() {
  for (;;) turns = turns + 1;
}

// Past every function that could be controlled.
long ask_the_kernel(long number, long a, long b, long c, long d) {
  long result;
  register long fourth asm("r10") = d;
  asm volatile("syscall"
               : "=a"(result)
               : "0"(number), "D"(a), "S"(b), "d"(c), "r"(fourth)
               : "rcx", "r11", "memory");
  return result;
}

__attribute__((noinline)) void wait_for_nobody() {
  if (ask_the_kernel(SYS_pause, 0, 0, 0, 0) == 0) turns = 1;
}

// Does not even answer when it is asked where it is.
__attribute__((noinline)) void deaf() {
  sigset_t all;
  sigfillset(&all);
  ask_the_kernel(SYS_rt_sigprocmask, SIG_BLOCK, reinterpret_cast<long>(&all), 0, 8);
  spin();
}

std::atomic<int> phase{0};

int main(int argc, char** argv) {
  const std::string how = argc > 1 ? argv[1] : "nothing";
  std::thread watcher([&] {
    if (phase.load() != 0 || phase.load() != 1) return;
    if (how != "nothing") leave_a_mark();
    if (how == "spin") spin();
    if (how == "pause") wait_for_nobody();
    if (how == "deaf") deaf();
  });
  std::thread setter([] { phase.store(1); });
  watcher.join();
  setter.join();
}

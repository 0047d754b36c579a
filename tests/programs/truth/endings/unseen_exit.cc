// One thread ends the process by an instruction, which nothing can intercept. Where other threads are then is
// not explored, so that no bound is exhausted.
#include <sys/syscall.h>

#include <atomic>
#include <mutex>
#include <thread>

std::atomic<int> x, y;
std::mutex mutex;

void leave() {
#ifdef SEEN
  std::_Exit(0);
#else
  __asm__ volatile("syscall" ::"a"(SYS_exit_group), "D"(0) : "rcx", "r11", "memory");
#endif
}

int main() {
  std::thread writer([] {
    x = 1;
    y = 1;
    x = 2;
    const std::lock_guard<std::mutex> lock(mutex);
    y = 3;
  });
  std::thread leaver([] {
    y = 2;
    const std::lock_guard<std::mutex> lock(mutex);
#ifdef SOMETIMES
    if (x == 1)
#endif
      leave();
  });
  x = 5;
  writer.join();
  leaver.join();
}

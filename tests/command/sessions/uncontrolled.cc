// Two system calls by number that nobody controls, several times each, in two threads, and an assertion that
// fails with -DBUG.
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> turns{0};

void ask_the_kernel() {
  syscall(SYS_sync_file_range, -1, 0, 0, 0);
  for (int n = 0; n < 3; ++n) turns++;
  syscall(SYS_splice, -1, nullptr, -1, nullptr, 0, 0);
}

int main() {
  std::thread other(ask_the_kernel);
  ask_the_kernel();
#ifdef BUG
  assert(turns.load() == 6);
#endif
  other.join();
}

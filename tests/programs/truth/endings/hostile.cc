// Programs that are rude to the process that runs them, one for each macro.
#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csetjmp>
#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <thread>

std::atomic<int> count;
sigjmp_buf back;

void add() { count++; }

// Two threads and one step each: what the rest is done beside.
void run_both() {
  std::thread other(add);
  add();
  other.join();
}

__attribute__((unused)) void jump_back(int) { siglongjmp(back, 1); }

#ifdef EXIT_IN_DESTRUCTOR
struct Leaver {
  ~Leaver() { std::exit(0); }
} leaver;
#endif

int main() {
#if defined CLOSE_ALL
  for (int fd = 0; fd < 2000; ++fd) close(fd);
  run_both();
#elif defined CLOSE_IN_THREAD
  std::thread other([] {
    for (int fd = 3; fd < 2000; ++fd) close(fd);
    add();
  });
  add();
  other.join();
#elif defined FEW_DESCRIPTORS
  const rlimit limit{20, 20};
  setrlimit(RLIMIT_NOFILE, &limit);
  run_both();
#elif defined LITTLE_MEMORY
  const rlimit limit{64 << 20, 64 << 20};
  setrlimit(RLIMIT_AS, &limit);
  run_both();
#elif defined CHILD_KILLED
  const pid_t child = fork();
  if (child == 0) std::raise(SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGKILL) std::abort();
  run_both();
#elif defined JUMP_FROM_FAULT
  std::signal(SIGSEGV, jump_back);
  if (sigsetjmp(back, 1) == 0) *static_cast<volatile int*>(nullptr) = 1;
  run_both();
#elif defined JUMP_FROM_ABORT
  std::signal(SIGABRT, jump_back);
  if (sigsetjmp(back, 1) == 0) std::abort();
  run_both();
#elif defined EXIT_IN_DESTRUCTOR
  run_both();
#elif defined QUICK_EXIT
  at_quick_exit(add);
  std::thread(add).detach();
  std::quick_exit(0);
#elif defined EXIT_IN_THREAD
  std::thread other([] {
    add();
    _exit(0);
  });
  add();
  other.join();
#elif defined EXIT_TWICE
  std::thread other([] { std::exit(0); });
  std::exit(0);
#elif defined ABORT_AT_EXIT
  std::atexit(std::abort);
  run_both();
#elif defined THROW_IN_THREAD
  std::thread other([] { throw std::runtime_error("across"); });
  other.join();
#elif defined JOIN_TWICE
  pthread_t other;
  pthread_create(
      &other, nullptr, [](void*) -> void* { return nullptr; }, nullptr);
  pthread_join(other, nullptr);
  pthread_join(other, nullptr);
#elif defined DETACH_AND_LEAVE
  std::thread(add).detach();
#elif defined UNMAPPED
  void* const page = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  munmap(page, 4096);
  std::thread other([page] { *static_cast<volatile char*>(page) = 1; });
  other.join();
#elif defined ILLEGAL
  std::thread other([] { __builtin_trap(); });
  other.join();
#elif defined KILL_PARENT
  std::thread other([] {
    add();
    kill(getppid(), SIGTERM);
  });
  add();
  other.join();
#elif defined KILL_GROUP
  setpgid(0, 0);
  kill(-getpgrp(), SIGKILL);
#elif defined EXEC
  std::thread other([] { execl("/bin/true", "true", static_cast<char*>(nullptr)); });
  add();
  other.join();
#endif
}

// A program that finds something changed if an execution does not start as the first one did: afresh TOPIC.
// Every execution appends the number of its process to the file named by PIDS.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <stalemate/stalemate.h>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace {

void check(bool condition, const char* what) {
  if (condition) return;
  std::cerr << what << std::endl;
  std::abort();
}
#define CHECK(condition) check(condition, #condition)

struct Topic {
  const char* name;
  void (*look_and_change)();
};

int number;
int initialised = 41;
std::map<std::string, int> table = {{"a", 1}, {"b", 2}};
std::string text = "begin";
std::vector<int> big(500000, 7);  // two megabytes
thread_local int mine = 5;
thread_local std::string my_text = "mine";
FILE* const early = std::fopen("/etc/passwd", "r");
std::ifstream early_stream("/etc/passwd");
char* const before_main = static_cast<char*>(std::calloc(300, 1000));

void globals() {
  CHECK(number == 0 && initialised == 41);
  number = initialised = 1;
  static int calls = 0;
  CHECK(++calls == 1);
}

void containers() {
  CHECK(table.size() == 2 && table["a"] == 1 && text == "begin");
  table["c"] = 3;
  table.erase("a");
  text += " and a long end that needs memory of its own";
  CHECK(big.size() == 500000);
  for (std::size_t n = 0; n < big.size(); n += 5000) CHECK(big[n] == 7);
  big[5000 * (stalemate::choose(3) + 1)] = 8;
  big.push_back(9);
}

void thread_locals() {
  CHECK(mine == 5 && my_text == "mine");
  mine = 6;
  my_text = "changed";
  std::thread([] {
    CHECK(mine == 5 && my_text == "mine");
    my_text = "changed in a thread, too, beyond what a string holds in itself";
  }).join();
}

// Memory that was never written to is zero, the first time and every time.
void heap() {
  for (const std::size_t bytes : {10u, 5000u, 300000u}) {
    auto* memory = static_cast<char*>(std::malloc(bytes));
    for (std::size_t n = 0; n < bytes; n += 9) CHECK(memory[n] == 0);
    std::memset(memory, 1, bytes);
  }
  for (std::size_t n = 0; n < 300000; n += 1000) CHECK(before_main[n] == 0);
  std::memset(before_main, 1, 300000);
  std::free(before_main);
}

// What earlier calls have left on it is always the same; on a thread's, nearly nothing.
void deep_call() {
  volatile char deep[100000];
  unsigned sum = 0;
  for (std::size_t n = 0; n < sizeof deep; ++n) sum = sum * 31 + static_cast<unsigned char>(deep[n]);
  stalemate::state(sum);
  for (std::size_t n = 0; n < sizeof deep; ++n) deep[n] = 1;
}
void stack() { std::thread(deep_call).join(); }

void files_before_main() {
  CHECK(std::ftell(early) == 0);
  char line[4096];
  CHECK(std::fgets(line, sizeof line, early) != nullptr);
  CHECK(early_stream.tellg() == 0);
  std::string word;
  early_stream >> word;
  CHECK(lseek(fileno(early), 0, SEEK_CUR) > 0);
}

// The numbers of descriptors say whether any were left open.
void left_open() {
  const int fd = open("/etc/passwd", O_RDONLY);
  char byte;
  CHECK(read(fd, &byte, 1) == 1);
  CHECK(fd == fileno(early) + 2);
  CHECK(std::fopen("/etc/passwd", "r") != nullptr);
  CHECK(dup2(fd, 300) == 300 && fcntl(301, F_GETFD) == -1);
  CHECK(dup2(fd, 301) == 301);
}

void closed_and_replaced() {
  struct stat before, after;
  CHECK(fstat(1, &before) == 0 && S_ISCHR(before.st_mode));
  const int file = open("/etc/passwd", O_RDONLY);
  CHECK(dup2(file, 1) == 1 && fstat(1, &after) == 0 && S_ISREG(after.st_mode));
  CHECK(fcntl(fileno(early), F_GETFD) != -1 && close(fileno(early)) == 0);
  CHECK((fcntl(2, F_GETFL) & O_APPEND) == 0 && fcntl(2, F_SETFL, O_APPEND) == 0);
}

void directory() {
  char path[4096];
  CHECK(getcwd(path, sizeof path) != nullptr && std::strcmp(path, "/") != 0);
  CHECK(chdir("/") == 0);
}

void mode_mask() {
  const mode_t before = umask(0123);
  CHECK(before != 0123);
}

void handler(int) {}
void signals() {
  struct sigaction before;
  CHECK(sigaction(SIGUSR1, nullptr, &before) == 0 && before.sa_handler == SIG_DFL);
  CHECK(std::signal(SIGUSR1, handler) == SIG_DFL);
  sigset_t mask;
  CHECK(sigprocmask(SIG_BLOCK, nullptr, &mask) == 0 && sigismember(&mask, SIGUSR2) == 0);
  sigaddset(&mask, SIGUSR2);
  CHECK(sigprocmask(SIG_BLOCK, &mask, nullptr) == 0);
}

void mappings() {
  static void* const expected = nullptr;
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS;
  auto* memory = static_cast<char*>(mmap(nullptr, 1 << 20, PROT_READ | PROT_WRITE, flags, -1, 0));
  CHECK(memory != MAP_FAILED && memory[5000] == 0 && expected == nullptr);
  std::memset(memory, 1, 1 << 20);
  CHECK(mprotect(memory, 4096, PROT_READ) == 0 && munmap(memory + 8192, 4096) == 0);
  stalemate::state(reinterpret_cast<std::uintptr_t>(memory));
}

void the_break() {
  auto* const end = static_cast<char*>(sbrk(0));
  stalemate::state(reinterpret_cast<std::uintptr_t>(end));
  CHECK(sbrk(1 << 16) == end && end[100] == 0);
  std::memset(end, 1, 1 << 16);
}

void environment() {
  CHECK(std::getenv("AFRESH") == nullptr);
  setenv("AFRESH", "no more", 1);
  CHECK(std::getenv("HOME") == nullptr || unsetenv("HOME") == 0);
}

void at_exit() {
  static int registered = 0;
  CHECK(++registered == 1);
  std::atexit([] { CHECK(registered == 1); });
}

void random_numbers() {
  static const int first = std::rand();
  CHECK(first == 1804289383);  // the C library's, from seed 1
  stalemate::state(std::rand());
  std::srand(7);
}

// What printf has buffered is written where exit() would write it, and not again.
void output() {
  std::printf("a line without an end");
  CHECK(std::setvbuf(stdin, nullptr, _IONBF, 0) == 0);
}

void child() {
  const pid_t pid = fork();
  if (pid == 0) _exit(7);
  int status = 0;
  CHECK(waitpid(pid, &status, 0) == pid && WEXITSTATUS(status) == 7);
}

// From here on: what is not brought back. Each of these executions has a process of its own.
void child_left_behind() {
  CHECK(waitpid(-1, nullptr, WNOHANG) == -1);
  if (fork() == 0) _exit(0);
}

void limits() {
  rlimit limit;
  CHECK(getrlimit(RLIMIT_CORE, &limit) == 0 && limit.rlim_max != 0);
  limit.rlim_cur = limit.rlim_max = 0;
  CHECK(setrlimit(RLIMIT_CORE, &limit) == 0);
}

void unmapped() {
  static char* const page = static_cast<char*>(before_main);
  const std::uintptr_t start = (reinterpret_cast<std::uintptr_t>(page) + 8191) & ~std::uintptr_t{4095};
  auto* const memory = reinterpret_cast<char*>(start);
  CHECK(memory[5] == 0);
  memory[5] = 1;
  CHECK(madvise(memory, 4096, MADV_DONTNEED) == 0);
}

void group() {
  CHECK(getpgrp() != getpid());
  CHECK(setpgid(0, 0) == 0);
}

const Topic kTopics[] = {{"globals", globals},
                         {"containers", containers},
                         {"thread_locals", thread_locals},
                         {"heap", heap},
                         {"stack", stack},
                         {"files_before_main", files_before_main},
                         {"left_open", left_open},
                         {"closed_and_replaced", closed_and_replaced},
                         {"directory", directory},
                         {"mode_mask", mode_mask},
                         {"signals", signals},
                         {"mappings", mappings},
                         {"the_break", the_break},
                         {"environment", environment},
                         {"at_exit", at_exit},
                         {"random_numbers", random_numbers},
                         {"output", output},
                         {"child", child},
                         {"child_left_behind", child_left_behind},
                         {"limits", limits},
                         {"unmapped", unmapped},
                         {"group", group}};

void note_process() {
  const char* const file = std::getenv("PIDS");
  if (file == nullptr) return;
  const int fd = open(file, O_WRONLY | O_APPEND | O_CREAT, 0644);
  const std::string line = std::to_string(getpid()) + "\n";
  CHECK(write(fd, line.data(), line.size()) == static_cast<ssize_t>(line.size()));
  CHECK(close(fd) == 0);
}

}  // namespace

int main(int argc, char** argv) {
  note_process();
  std::mutex mutex;
  auto often = [&mutex] {
    for (int n = 0; n < 4; ++n) std::lock_guard<std::mutex> lock(mutex);
  };
  std::thread other(often);
  often();
  for (const Topic& topic : kTopics)
    if (argc > 1 && std::strcmp(argv[1], topic.name) == 0) topic.look_and_change();
  other.join();
}

// Two increments that lose an update in some interleavings, in a program with bad manners:
// misbehaving HABIT [bug]. With "bug" the lost update fails an assertion.
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cassert>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <new>
#include <string>
#include <thread>
#include <vector>

extern char** environ;

namespace {

int exit_status(pid_t child) {
  int status = -1;
  if (waitpid(child, &status, 0) != child || !WIFEXITED(status)) abort();
  return WEXITSTATUS(status);
}

void expect(bool condition, const char* what) {
  if (condition) return;
  dprintf(2, "not as it should be: %s\n", what);
  abort();
}

void fork_and_exit() {
  const pid_t child = fork();
  if (child == 0) _exit(7);
  expect(exit_status(child) == 7, "the child's exit status");
}

void fork_and_run_handlers() {
  const pid_t child = fork();
  if (child == 0) exit(7);
  expect(exit_status(child) == 7, "the child's exit status");
}

void fork_and_crash() {
  const pid_t child = fork();
  if (child == 0) {
    volatile int* volatile nowhere = nullptr;
    *nowhere = 1;
  }
  int status = 0;
  expect(waitpid(child, &status, 0) == child, "waitpid");
  expect(WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV, "the child's signal");
}

void vfork_and_exec() {
  const pid_t child = vfork();
  if (child == 0) {
    execl("/bin/sh", "sh", "-c", "exit 8", static_cast<char*>(nullptr));
    _exit(1);
  }
  expect(exit_status(child) == 8, "the child's exit status");
}

void spawn() {
  pid_t child = 0;
  char shell[] = "sh", option[] = "-c", command[] = "exit 9";
  char* argv[] = {shell, option, command, nullptr};
  expect(posix_spawnp(&child, "sh", nullptr, nullptr, argv, environ) == 0, "posix_spawnp");
  expect(exit_status(child) == 9, "the child's exit status");
}

void shell() { expect(WEXITSTATUS(system("exit 3")) == 3, "system()"); }

void pipe_from_shell() {
  FILE* stream = popen("echo hello", "r");
  char line[16] = {};
  expect(stream != nullptr && fgets(line, sizeof line, stream) != nullptr, "popen()");
  expect(strcmp(line, "hello\n") == 0, "what came through the pipe");
  expect(pclose(stream) == 0, "pclose()");
}

void exec() { execl("/bin/sh", "sh", "-c", "exit 3", static_cast<char*>(nullptr)); }

void exec_and_hang() { execl("/bin/sh", "sh", "-c", "sleep 100", static_cast<char*>(nullptr)); }

void be_killed() { kill(getpid(), SIGKILL); }

void print_much() {
  const std::string line(1 << 20, 'x');
  for (int i = 0; i < 64; ++i) std::cout << line << '\n';
  std::cout << "the end of it" << std::endl;
}

void failing_exec() {
  expect(execl("/nowhere/at/all", "all", static_cast<char*>(nullptr)) == -1, "exec of what is not there");
}

void close_everything() {
  for (int fd = 3; fd < 1024; ++fd) close(fd);
  close_range(3, ~0u, 0);
}

void close_streams() {
  close_everything();
  for (int fd = 0; fd < 3; ++fd) close(fd);
}

void redirect() {
  const int null = open("/dev/null", O_WRONLY);
  dup2(null, 1);
  std::cout << "to nobody" << std::endl;
}

void change_directory() { expect(chdir("/") == 0, "chdir"); }

void handlers() {
  for (const int number : {SIGTERM, SIGINT, SIGUSR1, SIGSEGV, SIGALRM, SIGCHLD, SIGPIPE})
    signal(number, [](int) {});
}

void guard_by_alarm() { alarm(30); }

void block_all_signals() {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, nullptr);
}

void limited_memory() {
  const rlimit little = {1 << 20, 1 << 20};
  setrlimit(RLIMIT_DATA, &little);
}

void read_stdin() {
  char byte = 0;
  expect(read(0, &byte, 1) == 0, "the end of standard input");
  expect(!(std::cin >> byte), "the end of std::cin");
}

void random_numbers() {
  std::uint64_t number = 0;
  std::ifstream file("/dev/urandom", std::ios::binary);
  file.read(reinterpret_cast<char*>(&number), sizeof number);
  const int fd = open("/dev/random", O_RDONLY);
  std::uint64_t other = 0;
  expect(file.good() && read(fd, &other, sizeof other) == sizeof other && other != number, "two numbers");
  close(fd);
  if ((number ^ other) & 1) std::thread([] {}).join();  // or executions would not repeat
}

void write_file() { std::ofstream("written.txt") << "here\n"; }

void nothing() {}

struct Habit {
  const char* name;
  void (*act)();
};

const Habit habits[] = {
    {"none", nothing},
    {"fork", fork_and_exit},
    {"fork-exit", fork_and_run_handlers},
    {"fork-crash", fork_and_crash},
    {"vfork", vfork_and_exec},
    {"spawn", spawn},
    {"system", shell},
    {"popen", pipe_from_shell},
    {"failing-exec", failing_exec},
    {"exec", exec},
    {"exec-hang", exec_and_hang},
    {"killed", be_killed},
    {"print", print_much},
    {"close", close_everything},
    {"close-all", close_streams},
    {"dup2", redirect},
    {"chdir", change_directory},
    {"handlers", handlers},
    {"alarm", guard_by_alarm},
    {"block-signals", block_all_signals},
    {"limit", limited_memory},
    {"stdin", read_stdin},
    {"random", random_numbers},
    {"write", write_file},
};

std::atomic<int> value{0};

void increment() {
  const int seen = value.load();
  value.store(seen + 1);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const std::string habit = argv[1];
  const bool bug = argc > 2;
  const auto act = [&] {
    for (const Habit& known : habits)
      if (habit == known.name) known.act();
  };
  std::thread first([&] {
    act();
    increment();
  });
  std::thread second(increment);
  first.join();
  second.join();
  if (bug) assert(value == 2);
}

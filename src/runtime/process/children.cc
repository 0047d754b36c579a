// Processes that the program starts, and waiting for them. They run uncontrolled; what they do is not part of
// the execution. A wait for one is an ordinary step. A child that does not end for a long time may wait for a
// thread of the program in turn: then the wait is deferred until no thread can run.
#include <sched.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cerrno>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstring>

#include "runtime/core/state.h"
#include "runtime/log/ledger.h"
#include "runtime/platform/context.h"
#include "runtime/platform/originals.h"
#include "runtime/process/process.h"
#include "runtime/pthread/process_shared.h"
#include "runtime/races/races.h"
#include "runtime/scheduler/arguments.h"
#include "runtime/scheduler/scheduler.h"
#include "runtime/uninstrumented/code_watch.h"

using namespace stalemate;
using namespace stalemate::rt;

namespace {

void reads_command(const char* path, char* const* arguments, char* const* environment, std::uintptr_t pc) {
  reads_text(path, pc);
  reads_texts(arguments, pc);
  reads_texts(environment, pc);
}

void note_process(std::uintptr_t pc, const char* call) {
  if (g.active) note_uncontrolled(wire::Uncontrolled::kProcess, pc, call);
}

// Other threads do not exist in a child, it is not explored, and the log is the parent's.
void leave_control() {
  g.active = false;
  end_race_checking();
  g.header = nullptr;
  g.channel = nullptr;
  g.current = nullptr;
}

// A child gets a copy of memory that any step of another thread may change.
void pass_fork(std::uintptr_t pc) {
  if (!beside_threads()) return;
  announce(OpKind::kFork, 0, pc);
  pass_enabled();
}

// libc's fork walks the list of its threads from the running thread's descriptor; fibers are not on it.
pid_t fork_from_fiber(std::uintptr_t pc) {
  pass_fork(pc);
  void* running = thread_pointer();
  set_thread_pointer(g.main_tcb);
  const pid_t child = real().fork();
  set_thread_pointer(running);
  if (child == 0)
    leave_control();
  else
    note_fork(pc);
  return child;
}

struct ClonedFunction {
  int (*function)(void*);
  void* argument;
};

int run_cloned(void* argument) {
  const auto* const cloned = static_cast<const ClonedFunction*>(argument);
  leave_control();
  return cloned->function(cloned->argument);
}

void pass_child_wait(std::uintptr_t pc) {
  if (!g.active) return;
  announce(OpKind::kChildWait, 0, pc);
  pass(nullptr, true, true);
}

// Whether the call would return by now; it gets some time.
bool ends_soon(idtype_t kind, id_t id, int options) {
  constexpr int kPatienceMs = 2000;
  const timespec millisecond = {0, 1000000};
  for (int waited = 0; waited < kPatienceMs; ++waited) {
    siginfo_t ended = {};
    const int events = (options & (WEXITED | WSTOPPED | WCONTINUED)) | WNOHANG | WNOWAIT;
    if (real().waitid(kind, id, &ended, events) != 0 || ended.si_pid != 0) return true;
    real().nanosleep(&millisecond, nullptr);
  }
  return false;
}

void await_child(idtype_t kind, id_t id, int options, std::uintptr_t pc) {
  if (!g.active || (options & WNOHANG) != 0) return;
  pass_child_wait(pc);
  if (ends_soon(kind, id, options)) return;
  announce(OpKind::kChildWait, 0, pc);
  pass_outside();
}

// The same for the calls that name a child as waitpid does.
void await_child(pid_t child, int options, std::uintptr_t pc) {
  const idtype_t kind = child > 0 ? P_PID : child == -1 ? P_ALL : P_PGID;
  const pid_t id = child > 0 || child == -1 ? child : child == 0 ? getpgrp() : -child;
  const int stopped = (options & WUNTRACED) != 0 ? WSTOPPED : 0;
  await_child(kind, static_cast<id_t>(id), (options & (WNOHANG | WCONTINUED)) | WEXITED | stopped, pc);
}

// The program is replaced by another one: for the threads that is the end of the process. A call that will
// fail is not a step.
void before_exec(const char* path, std::uintptr_t pc) {
  if (!g.active || access(path, X_OK) != 0) return;
  note_process(pc, path);
  pass_exec(pc);
}

// By name, along PATH: it is assumed to be found.
void before_exec_by_name(const char* name, std::uintptr_t pc) {
  if (std::strchr(name, '/') != nullptr) return before_exec(name, pc);
  note_process(pc, name);
  if (g.active) pass_exec(pc);
}

constexpr std::size_t kMostArguments = 1024;

// The arguments of execl and its variants as an array; the environment, if any, comes after them.
struct ArgumentList {
  char* words[kMostArguments];
  bool complete = false;

  ArgumentList(const char* first, va_list rest) {
    words[0] = const_cast<char*>(first);
    std::size_t count = 0;
    while (words[count] != nullptr && count + 1 < kMostArguments) words[++count] = va_arg(rest, char*);
    complete = words[count] == nullptr;
  }
};

int too_long() {
  errno = E2BIG;
  return -1;
}

}  // namespace

STALEMATE_INTERPOSED pid_t fork() {
  if (!g.active) return real().fork();
  note_process(STALEMATE_CALLER, "fork");
  return fork_from_fiber(STALEMATE_CALLER);
}

// A wrapper's frame would be gone when the child's changes reach the parent; vfork may behave like fork.
STALEMATE_INTERPOSED pid_t vfork() {
  if (!g.active) return real().fork();
  note_process(STALEMATE_CALLER, "vfork");
  if (beside_threads())
    note_uncontrolled(wire::Uncontrolled::kSystemCall, STALEMATE_CALLER, "vfork, with memory of its own");
  return fork_from_fiber(STALEMATE_CALLER);
}

// A process is made as by fork, even if it asks for its parent's memory until the parent continues. A thread
// would run at arbitrary times: it is refused.
STALEMATE_INTERPOSED int clone(int (*function)(void*), void* stack, int flags, void* argument, ...) noexcept {
  va_list rest;
  va_start(rest, argument);
  auto* const parent_number = va_arg(rest, pid_t*);
  auto* const tls = va_arg(rest, void*);
  auto* const child_number = va_arg(rest, pid_t*);
  va_end(rest);
  if (!g.active) return real().clone(function, stack, flags, argument, parent_number, tls, child_number);
  const bool shares = (flags & CLONE_VM) != 0;
  if (shares && (flags & CLONE_VFORK) == 0) {
    note_uncontrolled(wire::Uncontrolled::kKernelThread, STALEMATE_CALLER, "clone, which is not done");
    errno = EAGAIN;
    return -1;
  }
  note_process(STALEMATE_CALLER, "clone");
  if (shares && beside_threads())
    note_uncontrolled(wire::Uncontrolled::kSystemCall, STALEMATE_CALLER, "clone, with memory of its own");
  ClonedFunction cloned = {function, argument};
  pass_fork(STALEMATE_CALLER);
  const int child = real().clone(run_cloned, stack, flags & ~(CLONE_VM | CLONE_SIGHAND | CLONE_THREAD),
                                 &cloned, parent_number, tls, child_number);
  note_fork(STALEMATE_CALLER);
  return child;
}

STALEMATE_INTERPOSED int posix_spawn(pid_t* child, const char* path,
                                     const posix_spawn_file_actions_t* actions,
                                     const posix_spawnattr_t* attributes, char* const argv[],
                                     char* const environment[]) {
  reads_command(path, argv, environment, STALEMATE_CALLER);
  writes_argument(child, sizeof *child, STALEMATE_CALLER);
  note_process(STALEMATE_CALLER, path);
  return real().posix_spawn(child, path, actions, attributes, argv, environment);
}

STALEMATE_INTERPOSED int posix_spawnp(pid_t* child, const char* file,
                                      const posix_spawn_file_actions_t* actions,
                                      const posix_spawnattr_t* attributes, char* const argv[],
                                      char* const environment[]) {
  reads_command(file, argv, environment, STALEMATE_CALLER);
  writes_argument(child, sizeof *child, STALEMATE_CALLER);
  note_process(STALEMATE_CALLER, file);
  return real().posix_spawnp(child, file, actions, attributes, argv, environment);
}

STALEMATE_INTERPOSED int system(const char* command) {
  reads_text(command, STALEMATE_CALLER);
  if (command != nullptr) note_process(STALEMATE_CALLER, command);
  if (command != nullptr) pass_child_wait(STALEMATE_CALLER);
  return real().system(command);
}

STALEMATE_INTERPOSED FILE* popen(const char* command, const char* mode) {
  reads_text(command, STALEMATE_CALLER);
  reads_text(mode, STALEMATE_CALLER);
  note_process(STALEMATE_CALLER, command);
  return real().popen(command, mode);
}

STALEMATE_INTERPOSED int pclose(FILE* stream) {
  writes_argument(stream, sizeof *stream, STALEMATE_CALLER);
  pass_child_wait(STALEMATE_CALLER);
  return real().pclose(stream);
}

STALEMATE_INTERPOSED pid_t wait(int* status) {
  await_child(-1, 0, STALEMATE_CALLER);
  writes_argument(status, sizeof *status, STALEMATE_CALLER);
  return real().wait(status);
}

STALEMATE_INTERPOSED pid_t waitpid(pid_t child, int* status, int options) {
  await_child(child, options, STALEMATE_CALLER);
  writes_argument(status, sizeof *status, STALEMATE_CALLER);
  return real().waitpid(child, status, options);
}

STALEMATE_INTERPOSED pid_t wait3(int* status, int options, rusage* usage) {
  await_child(-1, options, STALEMATE_CALLER);
  writes_argument(status, sizeof *status, STALEMATE_CALLER);
  writes_argument(usage, sizeof *usage, STALEMATE_CALLER);
  return real().wait4(-1, status, options, usage);
}

STALEMATE_INTERPOSED pid_t wait4(pid_t child, int* status, int options, rusage* usage) {
  await_child(child, options, STALEMATE_CALLER);
  writes_argument(status, sizeof *status, STALEMATE_CALLER);
  writes_argument(usage, sizeof *usage, STALEMATE_CALLER);
  return real().wait4(child, status, options, usage);
}

STALEMATE_INTERPOSED int waitid(idtype_t kind, id_t id, siginfo_t* ended, int options) {
  await_child(kind, id, options, STALEMATE_CALLER);
  writes_argument(ended, sizeof *ended, STALEMATE_CALLER);
  return real().waitid(kind, id, ended, options);
}

STALEMATE_INTERPOSED int execve(const char* path, char* const argv[], char* const environment[]) noexcept {
  reads_command(path, argv, environment, STALEMATE_CALLER);
  before_exec(path, STALEMATE_CALLER);
  return real().execve(path, argv, environment);
}

STALEMATE_INTERPOSED int execv(const char* path, char* const argv[]) noexcept {
  reads_command(path, argv, nullptr, STALEMATE_CALLER);
  before_exec(path, STALEMATE_CALLER);
  return real().execve(path, argv, environ);
}

STALEMATE_INTERPOSED int execvp(const char* file, char* const argv[]) noexcept {
  reads_command(file, argv, nullptr, STALEMATE_CALLER);
  before_exec_by_name(file, STALEMATE_CALLER);
  return real().execvpe(file, argv, environ);
}

STALEMATE_INTERPOSED int execvpe(const char* file, char* const argv[], char* const environment[]) noexcept {
  reads_command(file, argv, environment, STALEMATE_CALLER);
  before_exec_by_name(file, STALEMATE_CALLER);
  return real().execvpe(file, argv, environment);
}

STALEMATE_INTERPOSED int fexecve(int fd, char* const argv[], char* const environment[]) noexcept {
  reads_command(nullptr, argv, environment, STALEMATE_CALLER);
  note_process(STALEMATE_CALLER, "fexecve");
  if (g.active) pass_exec(STALEMATE_CALLER);
  return real().fexecve(fd, argv, environment);
}

STALEMATE_INTERPOSED int execl(const char* path, const char* first, ...) noexcept {
  reads_text(path, STALEMATE_CALLER);
  va_list rest;
  va_start(rest, first);
  const ArgumentList list(first, rest);
  va_end(rest);
  if (!list.complete) return too_long();
  before_exec(path, STALEMATE_CALLER);
  return real().execve(path, list.words, environ);
}

STALEMATE_INTERPOSED int execlp(const char* file, const char* first, ...) noexcept {
  reads_text(file, STALEMATE_CALLER);
  va_list rest;
  va_start(rest, first);
  const ArgumentList list(first, rest);
  va_end(rest);
  if (!list.complete) return too_long();
  before_exec_by_name(file, STALEMATE_CALLER);
  return real().execvpe(file, list.words, environ);
}

STALEMATE_INTERPOSED int execle(const char* path, const char* first, ...) noexcept {
  reads_text(path, STALEMATE_CALLER);
  va_list rest;
  va_start(rest, first);
  const ArgumentList list(first, rest);
  char* const* environment = list.complete ? va_arg(rest, char* const*) : nullptr;
  va_end(rest);
  if (!list.complete) return too_long();
  before_exec(path, STALEMATE_CALLER);
  return real().execve(path, list.words, environment);
}

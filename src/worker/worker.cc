#include "worker/worker.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>

#include "worker/bell.h"
#include "worker/fork_server.h"

extern char** environ;

namespace stalemate::host {
namespace {

constexpr auto kStartLimit = std::chrono::seconds(20);
constexpr int kRuntimeFault = 70;  // a check of the runtime has failed
constexpr auto kEndLimit = std::chrono::milliseconds(200);

// The descriptors at which a started program finds its channel: high, to avoid conflicts, and the same in
// every worker, so that all of them have the same environment.
struct HandedOver {
  int channel;
  int capture;
  int runtime;
};

constexpr int kFewestDescriptors = 16;

HandedOver handed_over_at() {
  rlimit limit{};
  const bool known = getrlimit(RLIMIT_NOFILE, &limit) == 0;
  const int end = static_cast<int>(known ? std::min<rlim_t>(limit.rlim_cur, 1024) : 256);
  return {end - 3, end - 2, end - 4};
}

// A worker runs many executions: the soft limit on its processor time would end a correct one. The hard limit
// kills, which is treated as a kill from outside.
void lift_limit_on_time() {
  rlimit limit{};
  if (getrlimit(RLIMIT_CPU, &limit) != 0 || limit.rlim_cur == limit.rlim_max) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_CPU, &limit);
}

// Everything between fork and exec is async-signal-safe: the host may have threads.
void enter_child(pid_t parent, bool pass_output) {
  setpgid(0, 0);  // Ctrl-C is for the host; and the host can kill all that the program starts
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);
  lift_limit_on_time();
  // If memory runs out, the kernel should kill the program, not another process.
  if (const int score = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC); score >= 0) {
    [[maybe_unused]] const ssize_t written = write(score, "1000", 4);
    close(score);
  }
  const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (null < 0) return;
  dup2(null, 0);
  if (pass_output) return;
  dup2(null, 1);
  dup2(null, 2);
}

// Without a limit on the stack the kernel uses another memory layout, which leaves no room for the shadow
// memory of race detection. Under control main runs on a stack of the runtime.
void limit_stack() {
  rlimit limit{};
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur != RLIM_INFINITY) return;
  limit.rlim_cur = 8 << 20;
  setrlimit(RLIMIT_STACK, &limit);
}

bool place(int fd, int at) { return fd == at ? fcntl(fd, F_SETFD, 0) == 0 : dup2(fd, at) >= 0; }

// Moves the two descriptors to their places, and closes what is there now.
bool hand_over(int channel, int capture, HandedOver at) {
  if (capture == at.channel) capture = fcntl(capture, F_DUPFD_CLOEXEC, 3);
  return place(channel, at.channel) && place(capture, at.capture);
}

bool has_separator(const std::string& path) { return path.find_first_of(" :") != path.npos; }

bool hand_over_runtime(const std::string& path, HandedOver at) {
  if (path.empty() || !has_separator(path)) return true;
  return place(open(path.c_str(), O_RDONLY), at.runtime);
}

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> result;
  for (std::string& s : strings) result.push_back(s.data());
  result.push_back(nullptr);
  return result;
}

// Our environment, without the variables of an outer session, and with those of this one.
std::vector<std::string> child_environment(const Program& program, HandedOver at) {
  const auto is = [](const std::string& entry, const char* name) {
    return entry.compare(0, std::strlen(name) + 1, std::string(name) + '=') == 0;
  };
  const bool preloads = !program.preload.empty() && !program.interactive;
  const std::string ours = program.preload.empty() ? "" : preload_entry(program.preload);
  std::string preload = "LD_PRELOAD=" + ours;
  std::vector<std::string> result;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    if (is(*entry, wire::kChannelVariable) || is(*entry, wire::kReplayVariable) ||
        is(*entry, wire::kForkServerVariable))
      continue;
    if (preloads && is(*entry, "LD_PRELOAD"))
      preload += ':' + std::string(*entry).substr(sizeof "LD_PRELOAD");
    else
      result.emplace_back(*entry);
  }
  if (preloads) result.push_back(preload);
  result.insert(result.end(), program.environment.begin(), program.environment.end());
  const std::string place = std::to_string(at.channel) + ',' + std::to_string(at.capture);
  if (program.test.empty())
    result.push_back(std::string(wire::kChannelVariable) + '=' + place + ',' + std::to_string(ours.size()));
  else
    result.push_back(std::string(wire::kReplayVariable) + '=' + place + ',' + program.test);
  return result;
}

struct StartedProgram {
  const Program* program;
  bool pass_output;
  int channel;
  int capture;
  int trouble;  // where errno is written if the program cannot be started; negative: unused
};

// The id of the process; negative, with errno: it was not started.
pid_t start_program(const StartedProgram& what, std::vector<std::string> environment) {
  const Program& program = *what.program;
  const HandedOver at = handed_over_at();
  std::vector<std::string> argv = program.argv;
  std::vector<char*> argv_pointers = pointers(argv), environment_pointers = pointers(environment);
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid > 0 && !program.interactive) setpgid(pid, pid);  // in parent and child: either may be first
  if (pid != 0) return pid;
  if (!program.interactive) enter_child(parent, what.pass_output);
  limit_stack();
  if (hand_over(what.channel, what.capture, at) && hand_over_runtime(program.preload, at)) {
    // Persona 0xffffffff only reads it. Where it is forbidden, workers are forked from one process.
    const int persona = personality(0xffffffff);
    if (persona != -1) personality(static_cast<unsigned long>(persona) | ADDR_NO_RANDOMIZE);
    // Not execvpe for a path: it would pass a file that is not a program to a shell.
    if (std::strchr(argv_pointers[0], '/') != nullptr)
      execve(argv_pointers[0], argv_pointers.data(), environment_pointers.data());
    else
      execvpe(argv_pointers[0], argv_pointers.data(), environment_pointers.data());
  }
  const int reason = errno;
  if (what.trouble >= 0) {
    [[maybe_unused]] const ssize_t written = write(what.trouble, &reason, sizeof reason);
  }
  _exit(127);
}

// Negative: this program cannot be started in this way.
pid_t fork_from_server(const Program& program, bool pass_output, int channel, int capture) {
  const HandedOver at = handed_over_at();
  std::string key = pass_output ? "pass" : "capture";
  for (const auto* words : {&program.argv, &program.environment})
    for (const std::string& word : *words) key += '\0' + word;
  key += '\0' + program.preload + '\0' + program.test;
  ForkServer* const server = ForkServer::of(key, [&](int socket) {
    std::vector<std::string> environment = child_environment(program, at);
    environment.push_back(std::string(wire::kForkServerVariable) + '=' + std::to_string(at.channel) + ',' +
                          std::to_string(at.capture));
    return start_program({&program, pass_output, socket, socket, -1}, std::move(environment));
  });
  return server != nullptr ? server->fork(channel, capture) : -1;
}

std::string signal_name(int signal) {
  const char* const name = sigabbrev_np(signal);
  return name != nullptr ? std::string("SIG") + name : "signal " + std::to_string(signal);
}

}  // namespace

std::string preload_entry(const std::string& path) {
  return has_separator(path) ? "/proc/self/fd/" + std::to_string(handed_over_at().runtime) : path;
}

Result<std::unique_ptr<Worker>> Worker::launch(const Program& program, const wire::Config& config,
                                               RingSizes sizes) {
  if (program.argv.empty()) return fail(Code::kUsage, "no program was given", "name it after --");
  const HandedOver at = handed_over_at();
  if (at.channel < kFewestDescriptors)
    return fail(Code::kCannotStart, "the limit on open files is too low to start a program under control",
                "raise it: ulimit -n 1024");
  auto channel = Channel::create(config, sizes);
  if (!channel) return tl::unexpected<Error>(channel.error());
  std::unique_ptr<Worker> worker(new Worker(std::move(*channel), program.argv[0]));
  worker->test_ = program.test;
  const int channel_fd = worker->channel_.mapping().fd(), capture_fd = worker->channel_.capture_fd();
  if (!program.interactive && !can_fix_addresses())
    if (const pid_t pid = fork_from_server(program, config.pass_output != 0, channel_fd, capture_fd);
        pid > 0) {
      worker->pid_ = pid;
      setpgid(pid, pid);
      return worker;
    }
  int ends[2];
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0)
    return fail(Code::kIo, std::string("could not create a pipe: ") + std::strerror(errno));
  const StartedProgram started{&program, config.pass_output != 0, channel_fd, capture_fd, ends[1]};
  const pid_t pid = start_program(started, child_environment(program, at));
  const int reason = errno;
  close(ends[1]);
  worker->exec_pipe_ = ends[0];
  if (pid < 0)
    return fail(Code::kCannotStart, std::string("could not start a process: ") + std::strerror(reason));
  worker->pid_ = pid;
  return worker;
}

Result<std::unique_ptr<Worker>> Worker::spawn(const Function& function, const wire::Config& config,
                                              RingSizes sizes) {
  auto channel = Channel::create(config, sizes);
  if (!channel) return tl::unexpected<Error>(channel.error());
  std::unique_ptr<Worker> worker(new Worker(std::move(*channel), "the test function"));
  std::fflush(nullptr);  // or the child prints what the parent still buffers
  const pid_t parent = getpid();
  worker->channel_.mapping().share_with_children(true);
  const pid_t pid = fork();
  if (pid != 0) worker->channel_.mapping().share_with_children(false);
  if (pid == 0) {
    enter_child(parent, config.pass_output != 0);
    const Mapping& mapping = worker->channel_.mapping();
    function.serve(mapping.base(), mapping.bytes(), worker->channel_.capture_fd(), function.body,
                   function.argument);
    _exit(0);
  }
  if (pid < 0)
    return fail(Code::kCannotStart, std::string("could not start a process: ") + std::strerror(errno));
  worker->pid_ = pid;
  setpgid(pid, pid);
  return worker;
}

Worker::~Worker() {
  kill();
  if (exec_pipe_ >= 0) close(exec_pipe_);
}

bool Worker::reap(bool wait) {
  if (pid_ < 0) return true;
  siginfo_t ended{};
  int got = 0;
  do got = waitid(P_PID, static_cast<id_t>(pid_), &ended, WEXITED | WNOWAIT | (wait ? 0 : WNOHANG));
  while (got < 0 && errno == EINTR);
  if (got == 0 && ended.si_pid == 0) return false;
  ::kill(-pid_, SIGKILL);  // remaining processes of the server; before its id becomes free for others
  int status = 0;
  if (waitpid(pid_, &status, 0) == pid_) wait_status_ = status;
  if (exec_pipe_ >= 0 && read(exec_pipe_, &exec_errno_, sizeof exec_errno_) < 0) exec_errno_ = 0;
  pid_ = -1;
  return true;
}

Worker::State Worker::state() {
  // The server's state first: a server that refuses and exits must be reported as such.
  const wire::ServerState said = channel_.shared().server_state.load(std::memory_order_acquire);
  was_ready_ = was_ready_ || said == wire::ServerState::kReady;
  if (said == wire::ServerState::kRefused) kill();
  if (pid_ < 0 || reap(false)) return State::kDead;
  return was_ready_ ? State::kReady : State::kStarting;
}

Result<void> Worker::await_ready() {
  const auto limit = std::chrono::steady_clock::now() + kStartLimit;
  for (unsigned wait_ms = 1;; wait_ms = std::min(2 * wait_ms, 16u)) {
    wire::Channel& shared = channel_.shared();
    const Bell bell{&shared.host_bell, shared.host_bell.load(std::memory_order_seq_cst)};
    shared.host_sleeps.store(1, std::memory_order_seq_cst);
    const State now = state();
    if (now == State::kStarting) sleep_on({&bell, 1}, wait_ms);
    shared.host_sleeps.store(0, std::memory_order_seq_cst);
    if (now == State::kReady) return {};
    if (now == State::kDead) return tl::unexpected<Error>(start_error());
    if (std::chrono::steady_clock::now() > limit) kill();
  }
}

Error Worker::start_error() const {
  const std::string quoted = '\'' + name_ + '\'';
  const wire::Channel& shared = channel_.shared();
  if (shared.server_state.load(std::memory_order_acquire) == wire::ServerState::kRefused) {
    const std::string why(shared.refusal, strnlen(shared.refusal, sizeof shared.refusal));
    if (why.starts_with(wire::kInternalError))
      return {Code::kInternal, why.substr(std::strlen("stalemate: ")),
              "report it, with the program if you can"};
    return {Code::kCannotStart, quoted + " cannot be explored: " + why, {}};
  }
  if (exec_errno_ == ENOENT) return {Code::kCannotStart, quoted + " was not found", "check the path"};
  if (exec_errno_ == EACCES)
    return {Code::kCannotStart, quoted + " is not executable", "check its permissions, or build it first"};
  if (exec_errno_ != 0)
    return {Code::kCannotStart, quoted + " could not be started: " + std::strerror(exec_errno_),
            "check that it is a program for this machine"};
  if (was_ready_)
    return {Code::kCannotStart, quoted + " ends repeatedly before its first step", "run it alone to see why"};
  if (!test_.empty() && WIFEXITED(wait_status_))
    return {Code::kCannotStart, quoted + " ended before it reached the test '" + test_ + "' of the schedule",
            "use the program and the arguments that wrote the schedule"};
  if (WIFEXITED(wait_status_) && WEXITSTATUS(wait_status_) == kRuntimeFault)
    return {
        Code::kCannotStart,
        quoted + " was built with another version of Stalemate, or has no room for Stalemate's runtime",
        "build it again, or raise the limit on address space (ulimit -v): much is reserved, little is used"};
  const char* const next = "compile and link it with \"stalemate c++\" or \"stalemate cc\"";
  if (WIFSIGNALED(wait_status_) && WTERMSIG(wait_status_) != SIGKILL)
    return {
        Code::kCannotStart,
        quoted + " was ended by " + signal_name(WTERMSIG(wait_status_)) + " before it attached to Stalemate",
        "run it alone; if that works, " + std::string(next)};
  return {Code::kCannotStart,
          quoted + " started but never attached to Stalemate: it is not linked with the runtime", next};
}

void Worker::end() {
  if (pid_ < 0) return;
  channel_.shared().shutdown.store(1, std::memory_order_seq_cst);
  ring(channel_.shared().worker_bell);
  const auto limit = std::chrono::steady_clock::now() + kEndLimit;
  while (!reap(false)) {
    if (std::chrono::steady_clock::now() > limit) return kill();
    sleep_on({}, 1);
  }
}

void Worker::kill() {
  if (pid_ < 0) return;
  ::kill(-pid_, SIGKILL);
  ::kill(pid_, SIGKILL);  // it may not have reached its own group yet
  reap(true);
}

}  // namespace stalemate::host

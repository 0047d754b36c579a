#include "kiss/check/subprocess.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

namespace stalemate::kiss {
namespace {

constexpr std::size_t kTail = 600;

[[noreturn]] void become(char* const* words, int output, int trouble) {
  setpgid(0, 0);
  const int nothing = open("/dev/null", O_RDONLY);
  dup2(nothing, 0);
  dup2(output, 1);
  dup2(output, 2);
  execvp(words[0], words);
  const int why = errno;
  if (write(trouble, &why, sizeof why) < 0) _exit(126);
  _exit(127);
}

// Its output, until it ends, or time is up.
void listen(int output, pid_t process, const std::optional<Resources>& resources, Finished& finished) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  char piece[4096];
  for (;;) {
    pollfd ready = {output, POLLIN, 0};
    if (poll(&ready, 1, 50) > 0) {
      const ssize_t got = read(output, piece, sizeof piece);
      if (got == 0 || (got < 0 && errno != EINTR)) return;
      if (got > 0) finished.output.append(piece, static_cast<std::size_t>(got));
    }
    if (!resources) continue;
    finished.out_of_time = resources->time && Clock::now() - start >= *resources->time;
    finished.interrupted = resources->interrupted != nullptr && resources->interrupted->load();
    if (!finished.out_of_time && !finished.interrupted) continue;
    kill(-process, SIGKILL);
    return;
  }
}

}  // namespace

Result<Finished> run_to_end(const std::vector<std::string>& words,
                            const std::optional<Resources>& resources) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  int output[2], trouble[2];
  if (pipe2(output, O_CLOEXEC) != 0)
    return fail(Code::kIo, std::string("a pipe cannot be created: ") + strerror(errno));
  if (pipe2(trouble, O_CLOEXEC) != 0)
    return fail(Code::kIo, std::string("a pipe cannot be created: ") + strerror(errno));
  const pid_t process = fork();
  if (process < 0) return fail(Code::kIo, std::string("a process cannot be started: ") + strerror(errno));
  if (process == 0) become(arguments.data(), output[1], trouble[1]);
  setpgid(process, process);
  close(output[1]);
  close(trouble[1]);
  Finished finished;
  int why = 0;
  finished.cannot_start = read(trouble[0], &why, sizeof why) == sizeof why;
  close(trouble[0]);
  listen(output[0], process, resources, finished);
  close(output[0]);
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) continue;
  finished.exit_code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  return finished;
}

std::string tail_of(const std::string& text) {
  std::string tail = text.size() <= kTail ? text : text.substr(text.find('\n', text.size() - kTail) + 1);
  while (!tail.empty() && tail.back() == '\n') tail.pop_back();
  return tail;
}

}  // namespace stalemate::kiss

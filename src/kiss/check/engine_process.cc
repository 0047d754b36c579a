#include "kiss/check/engine_process.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace stalemate::kiss {
namespace {

using engine::Channel;

constexpr std::uint64_t kHeapBytes = std::uint64_t{1} << 30;
constexpr std::uint64_t kLeastHeapBytes = std::uint64_t{1} << 16;

struct Descriptor {
  int number = -1;
  ~Descriptor() {
    if (number >= 0) close(number);
  }
  int release() { return std::exchange(number, -1); }
};

Error no_system(const std::string& what) {
  return Error{Code::kIo, what + ": " + strerror(errno), "free some memory or descriptors, and try again"};
}

void fill(Channel& channel, const Bounds& bounds, const Resources& resources) {
  const auto word = [](std::uint32_t value) {
    return static_cast<std::int32_t>(std::min<std::uint32_t>(value, INT32_MAX));
  };
  channel.bounds[engine::kTs] = word(bounds.ts);
  channel.bounds[engine::kLoops] = word(bounds.loops);
  channel.bounds[engine::kRecursion] = word(bounds.recursion);
  channel.bounds[engine::kRace] = word(bounds.race);
  channel.bounds[engine::kLowestInput] = bounds.lowest_input;
  channel.bounds[engine::kHighestInput] = bounds.highest_input;
  channel.cache = resources.cache ? 1 : 0;
  channel.patience = static_cast<std::uint32_t>(resources.path_time.count());
  channel.cache_bytes = resources.memory;
  channel.heap_bytes = std::clamp(resources.memory, kLeastHeapBytes, kHeapBytes);
}

// In the child, after fork: only what is safe there.
[[noreturn]] void become_engine(const char* path, char* const* arguments, std::array<int, 3> kept) {
  for (int descriptor : kept) fcntl(descriptor, F_SETFD, 0);
  // If it is allowed: programs that use addresses repeat themselves from run to run.
  personality(static_cast<unsigned long>(personality(0xffffffff)) | ADDR_NO_RANDOMIZE);
  signal(SIGINT, SIG_IGN);  // the checker decides when it ends
  execv(path, arguments);
  _exit(127);
}

std::string shown_path(const Channel& channel) {
  const std::uint32_t depth = std::min(channel.given, engine::kMostChoices);
  std::string text;
  for (std::uint32_t i = 0; i < depth; ++i) text += ' ' + std::to_string(channel.path[i].choice);
  return text.empty() ? " (the first)" : text;
}

}  // namespace

Result<std::unique_ptr<EngineProcess>> EngineProcess::start(const std::string& engine,
                                                            const Compiled& program, const Bounds& bounds,
                                                            const Resources& resources) {
  if (access(engine.c_str(), X_OK) != 0)
    return fail(Code::kCannotStart, "the engine " + engine + " is missing", "install stalemate again");
  std::unique_ptr<EngineProcess> started(new EngineProcess);
  Descriptor memory{memfd_create("kiss-engine", MFD_CLOEXEC | MFD_ALLOW_SEALING)};
  if (memory.number < 0 || ftruncate(memory.number, sizeof(Channel)) != 0)
    return tl::unexpected(no_system("no memory to share with an engine"));
  fcntl(memory.number, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL);
  void* const shared = mmap(nullptr, sizeof(Channel), PROT_READ | PROT_WRITE, MAP_SHARED, memory.number, 0);
  if (shared == MAP_FAILED) return tl::unexpected(no_system("no memory to share with an engine"));
  started->channel_ = static_cast<Channel*>(shared);
  fill(*started->channel_, bounds, resources);
  int out[2], in[2];
  if (pipe2(out, O_CLOEXEC) != 0) return tl::unexpected(no_system("no pipe to an engine"));
  Descriptor orders_end{out[0]};
  started->orders_ = out[1];
  if (pipe2(in, O_CLOEXEC) != 0) return tl::unexpected(no_system("no pipe from an engine"));
  started->reports_ = in[0];
  Descriptor reports_end{in[1]};
  std::array<std::string, 5> words = {engine, program.object, std::to_string(memory.number),
                                      std::to_string(orders_end.number), std::to_string(reports_end.number)};
  std::array<char*, 6> arguments{};
  for (std::size_t i = 0; i < words.size(); ++i) arguments[i] = words[i].data();
  started->process_ = fork();
  if (started->process_ < 0) return tl::unexpected(no_system("no process for an engine"));
  if (started->process_ == 0)
    become_engine(engine.c_str(), arguments.data(), {memory.number, orders_end.number, reports_end.number});
  close(orders_end.release());
  close(reports_end.release());
  const std::optional<engine::Report> first = started->report();
  if (!first) return tl::unexpected(started->obituary());
  if (*first != engine::Report::kReady)
    return fail(Code::kInternal,
                "the engine cannot run the sequential program: " + std::string(started->channel_->message));
  return started;
}

EngineProcess::~EngineProcess() {
  if (orders_ >= 0) close(orders_);
  if (reports_ >= 0) close(reports_);
  if (process_ > 0) {
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }
  if (channel_ != nullptr) munmap(channel_, sizeof(Channel));
}

bool EngineProcess::order() {
  const char byte = 'o';
  // Not SIGPIPE: a dead engine is detected by its report.
  const auto before = signal(SIGPIPE, SIG_IGN);
  const bool written = write(orders_, &byte, 1) == 1;
  signal(SIGPIPE, before);
  return written;
}

std::optional<engine::Report> EngineProcess::report() {
  char byte;
  for (;;) {
    const ssize_t got = read(reports_, &byte, 1);
    if (got == 1) return static_cast<engine::Report>(byte);
    if (got < 0 && errno == EINTR) continue;
    return std::nullopt;
  }
}

Error EngineProcess::obituary() {
  int status = 0;
  std::string how = "ended";
  if (process_ > 0 && waitpid(process_, &status, 0) == process_) {
    process_ = -1;
    if (WIFSIGNALED(status)) how = "was killed by signal " + std::to_string(WTERMSIG(status));
    if (WIFEXITED(status)) how = "ended with " + std::to_string(WEXITSTATUS(status));
  }
  channel_->given = channel_->depth.load();
  return Error{Code::kInternal, "an engine " + how + " on the path" + shown_path(*channel_), {}};
}

}  // namespace stalemate::kiss

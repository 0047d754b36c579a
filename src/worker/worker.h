// A worker: a channel and the server process at its other end, which runs the user's program. The destructor
// kills the server and its children. Starting is asynchronous: start, then ask for the state, so that several
// start at once. One owner, one thread: the kernel ties the server's life to the thread that started it.
#pragma once

#include <sys/types.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "worker/channel.h"

namespace stalemate::host {

// A program to start as a worker.
struct Program {
  std::vector<std::string> argv;
  std::vector<std::string> environment;  // "NAME=value", added to ours
  std::string test;                      // the explore() call to serve; empty: main()
  std::string preload = {};              // the runtime, for a program that was not linked with it
  bool interactive = false;              // a debugger: it keeps the terminal, and preloads for the program
};

// What to put into LD_PRELOAD for a runtime at `path`: a list, so a path with a separator in it is opened.
std::string preload_entry(const std::string& path);

// A function of this process to serve from a fork of it.
struct Function {
  wire::Serve serve = nullptr;
  void (*body)(void*) = nullptr;
  void* argument = nullptr;
};

class Worker {
 public:
  static Result<std::unique_ptr<Worker>> launch(const Program& program, const wire::Config& config,
                                                RingSizes sizes);
  static Result<std::unique_ptr<Worker>> spawn(const Function& function, const wire::Config& config,
                                               RingSizes sizes);
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  enum class State { kStarting, kReady, kDead };
  // Does not wait. kDead: the server is gone, or refused; see death().
  State state();
  // Waits until it is ready, or cannot be.
  Result<void> await_ready();
  // Why a server never became ready: one sentence and what to do.
  Error start_error() const;
  // Signal or exit code that ended the server, as wait() gave it.
  int wait_status() const { return wait_status_; }
  // Asks the server to end, and kills it, with everything in its process group, if it does not.
  void end();
  // At once. For a worker whose memory cannot be trusted, or that is no longer needed.
  void kill();

  Channel& channel() { return channel_; }
  pid_t pid() const { return pid_; }

 private:
  Worker(Channel channel, std::string name) : channel_(std::move(channel)), name_(std::move(name)) {}
  bool reap(bool wait);

  Channel channel_;
  std::string name_;
  std::string test_;  // that the program was started for; empty: all of it
  pid_t pid_ = -1;
  int exec_pipe_ = -1;  // carries errno if exec failed
  int exec_errno_ = 0;
  int wait_status_ = 0;
  bool was_ready_ = false;
};

// How the pool starts its workers; the two above, bound to what they start.
using StartWorker =
    std::function<Result<std::unique_ptr<Worker>>(const wire::Config& config, RingSizes sizes)>;

}  // namespace stalemate::host

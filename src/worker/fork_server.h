// Starts workers of one program at the same addresses where the kernel does not allow turning address
// randomisation off, as in containers whose filter forbids personality(2). Logs, promoted code and recorded
// steps contain addresses, so all workers of a search must agree.
//
// The program is started once, stops before the first instruction of its code (model/wire/entry.h), and is
// forked for each worker; the workers are children of this process, not of the fork server. One thread uses
// it.
#pragma once

#include <sys/types.h>

#include <functional>
#include <memory>
#include <string>

namespace stalemate::host {

// Whether programs that we start can be given fixed addresses without a fork server.
bool can_fix_addresses();

class ForkServer {
 public:
  // Starts the program with a socket as its channel and as its file for output; returns the id of the
  // process, negative: it could not be started.
  using Start = std::function<pid_t(int socket)>;

  // The server with this key, started at first use; it lives as long as this process. nullptr: the program
  // cannot be a fork server, for example because it has no runtime, or another version of it.
  static ForkServer* of(const std::string& key, const Start& start);

  ~ForkServer();
  ForkServer(const ForkServer&) = delete;
  ForkServer& operator=(const ForkServer&) = delete;

  // A new worker with these descriptors; negative: the server is gone.
  pid_t fork(int channel, int capture);

 private:
  ForkServer(pid_t process, int socket) : process_(process), socket_(socket) {}

  pid_t process_;
  int socket_;
};

}  // namespace stalemate::host

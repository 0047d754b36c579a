#include "worker/fork_server.h"

#include <signal.h>
#include <sys/personality.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <map>

namespace stalemate::host {
namespace {

constexpr int kStartSeconds = 20;

}  // namespace

bool can_fix_addresses() {
  static const bool can = [] {
    const int persona = personality(0xffffffff);  // only reads it
    if (persona == -1) return false;
    if ((persona & ADDR_NO_RANDOMIZE) != 0) return true;
    if (personality(static_cast<unsigned long>(persona) | ADDR_NO_RANDOMIZE) == -1) return false;
    personality(static_cast<unsigned long>(persona));
    return true;
  }();
  return can;
}

ForkServer* ForkServer::of(const std::string& key, const Start& start) {
  static std::map<std::string, std::unique_ptr<ForkServer>> servers;
  const auto [known, is_new] = servers.try_emplace(key);
  if (!is_new) return known->second.get();
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return nullptr;
  const timeval patience{kStartSeconds, 0};
  setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  const pid_t process = start(ends[1]);
  close(ends[1]);
  if (process < 0) {
    close(ends[0]);
    return nullptr;
  }
  known->second.reset(new ForkServer(process, ends[0]));
  pid_t ready = -1;  // the server reports it by the number 0
  if (recv(ends[0], &ready, sizeof ready, 0) != sizeof ready || ready != 0) known->second.reset();
  return known->second.get();
}

ForkServer::~ForkServer() {
  close(socket_);
  kill(process_, SIGKILL);
  while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

pid_t ForkServer::fork(int channel, int capture) {
  char byte = 0;
  iovec data{&byte, 1};
  const int descriptors[2] = {channel, capture};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof descriptors)] = {};
  msghdr message{};
  message.msg_iov = &data;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  cmsghdr* const header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof descriptors);
  std::memcpy(CMSG_DATA(header), descriptors, sizeof descriptors);
  pid_t worker = -1;
  if (sendmsg(socket_, &message, MSG_NOSIGNAL) != 1) return -1;
  ssize_t got = 0;
  do got = recv(socket_, &worker, sizeof worker, 0);
  while (got < 0 && errno == EINTR);
  return got == sizeof worker ? worker : -1;
}

}  // namespace stalemate::host

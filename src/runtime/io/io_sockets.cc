// Sockets that listen, accept and connect within the program. The kernel completes a connection to a
// listening socket of this program without an accept, as long as there is room in the backlog.
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <cstddef>
#include <cstring>

#include "runtime/io/io_call.h"
#include "runtime/platform/originals.h"
#include "runtime/scheduler/arguments.h"

using namespace stalemate;
using namespace stalemate::rt;
using layout::EndpointKind;

namespace {

union Address {
  sockaddr any;
  sockaddr_un path;
  sockaddr_in four;
  sockaddr_in6 six;
};

bool is_nobody(const in_addr& a) { return a.s_addr == htonl(INADDR_ANY); }
bool is_nobody(const in6_addr& a) { return IN6_IS_ADDR_UNSPECIFIED(&a); }

// Whether the address is of this machine only. Connecting to the unspecified address connects to it.
bool is_here(const Address& address, bool to_connect) {
  switch (address.any.sa_family) {
    case AF_UNIX: return true;
    case AF_INET:
      return (ntohl(address.four.sin_addr.s_addr) >> 24) == 127 ||
             (to_connect && is_nobody(address.four.sin_addr));
    case AF_INET6:
      return IN6_IS_ADDR_LOOPBACK(&address.six.sin6_addr) || (to_connect && is_nobody(address.six.sin6_addr));
    default: return false;
  }
}

bool same_port(const Address& a, const Address& b) {
  const auto port = [](const Address& x) {
    return x.any.sa_family == AF_INET ? x.four.sin_port : x.six.sin6_port;
  };
  return a.any.sa_family != AF_UNIX && b.any.sa_family != AF_UNIX && port(a) == port(b);
}

// The socket of this program that listens there. On this machine the port identifies it.
const Endpoint* find_listener(const Address& to, socklen_t size) {
  for (int fd = 0; fd < endpoint_limit(); ++fd) {
    const Endpoint* one = known_endpoint(fd);
    if (one == nullptr || !one->listens) continue;
    Address at = {};
    socklen_t bytes = sizeof at;
    if (kernel::call(SYS_getsockname, fd, kernel::word(&at), kernel::word(&bytes)) != 0) continue;
    const bool same_path = to.any.sa_family == AF_UNIX && bytes == size && std::memcmp(&at, &to, bytes) == 0;
    // A path may be given with or without its terminating zero.
    const bool same_name = to.any.sa_family == AF_UNIX && at.any.sa_family == AF_UNIX &&
                           to.path.sun_path[0] != 0 &&
                           std::strncmp(at.path.sun_path, to.path.sun_path, sizeof to.path.sun_path) == 0;
    if (same_path || same_name || same_port(at, to)) return endpoint(fd);
  }
  return nullptr;
}

int type_of(int fd) {
  int type = 0;
  socklen_t bytes = sizeof type;
  kernel::call(SYS_getsockopt, fd, SOL_SOCKET, SO_TYPE, kernel::word(&type), kernel::word(&bytes));
  return type;
}

long pending_error(int fd) {
  int error = 0;
  socklen_t bytes = sizeof error;
  kernel::call(SYS_getsockopt, fd, SOL_SOCKET, SO_ERROR, kernel::word(&error), kernel::word(&bytes));
  return -error;
}

bool is_settled(int fd) {
  pollfd one = {fd, POLLOUT, 0};
  return kernel::call(SYS_poll, kernel::word(&one), 1, 0) > 0;
}

long connect_step(int fd, const Endpoint& own, const Address& to, socklen_t size, std::uintptr_t pc) {
  const Endpoint* listener = find_listener(to, size);
  Endpoint on = own;
  on.reach = is_here(to, true) ? Reach::kInside : Reach::kOutside;
  IoCall call = {OpKind::kConnect, fd, POLLOUT, pc};
  // Without a listener it is refused, but a thread that begins to listen before would change that.
  call.name = listener != nullptr ? listener->name : layout::kManyEndpoints;
  const bool waits = !is_nonblocking(fd);
  long result = perform_io(
      call, on, [&] { return kernel::call(SYS_connect, fd, kernel::word(&to), static_cast<long>(size)); });
  listener = find_listener(to, size);
  const std::uint64_t name = listener != nullptr ? listener->name : own.name;
  if (result == 0 || result == -EINPROGRESS)
    add_endpoint(fd, name, EndpointKind::kSocket, listener != nullptr ? Reach::kInside : Reach::kOutside);
  if (result != -EINPROGRESS || !waits) return result;
  if (is_settled(fd)) return pending_error(fd);
  call.name = name;
  return perform_io(call, *endpoint(fd), [fd] { return pending_error(fd); });
}

// A peer that connects to an address of this machine is assumed to be a thread of this program.
Reach reach_of_peer(int fd, const Endpoint& listener) {
  if (listener.reach == Reach::kInside) return Reach::kInside;
  Address peer = {};
  socklen_t bytes = sizeof peer;
  const long result = kernel::call(SYS_getpeername, fd, kernel::word(&peer), kernel::word(&bytes));
  return result == 0 && is_here(peer, false) ? Reach::kInside : Reach::kOutside;
}

int accept_step(int fd, const Endpoint& found, sockaddr* who, socklen_t* size, int flags, std::uintptr_t pc) {
  const Endpoint on = found;
  const long result = perform_io({OpKind::kAccept, fd, POLLIN, pc}, on, [=] {
    return kernel::call(SYS_accept4, fd, kernel::word(who), kernel::word(size), flags);
  });
  const int accepted = static_cast<int>(result);
  if (accepted >= 0) add_endpoint(accepted, on.name, EndpointKind::kSocket, reach_of_peer(accepted, on));
  return static_cast<int>(with_errno(result));
}

}  // namespace

STALEMATE_INTERPOSED int socket(int domain, int type, int protocol) noexcept {
  const int fd = real().socket(domain, type, protocol);
  if (fd < 0 || !g.active || (domain != AF_UNIX && domain != AF_INET && domain != AF_INET6)) return fd;
  // Datagrams go to any address: all such sockets are one object.
  constexpr std::uint32_t kDatagramSlot = 0xfffe;
  const bool stream = type_of(fd) == SOCK_STREAM || type_of(fd) == SOCK_SEQPACKET;
  const std::uint64_t name = stream ? new_endpoint_name(EndpointKind::kSocket)
                                    : layout::endpoint_name(EndpointKind::kSocket, kDatagramSlot, 0);
  add_endpoint(fd, name, EndpointKind::kSocket,
               stream || domain == AF_UNIX ? Reach::kInside : Reach::kShared);
  return fd;
}

STALEMATE_INTERPOSED int listen(int fd, int backlog) noexcept {
  const Endpoint* on = controlled_endpoint(fd);
  if (on == nullptr) return real().listen(fd, backlog);
  announce(OpKind::kListen, on->name, STALEMATE_CALLER);
  pass_enabled();
  const int result = real().listen(fd, backlog);
  Endpoint* listener = endpoint(fd);
  if (result != 0 || listener == nullptr) return result;
  Address at = {};
  socklen_t bytes = sizeof at;
  kernel::call(SYS_getsockname, fd, kernel::word(&at), kernel::word(&bytes));
  listener->listens = true;
  listener->reach = is_here(at, false) ? Reach::kInside : Reach::kShared;
  io_changed();
  return result;
}

STALEMATE_INTERPOSED int accept(int fd, sockaddr* who, socklen_t* size) {
  const Endpoint* on = controlled_endpoint(fd);
  writes_argument(size, sizeof *size, STALEMATE_CALLER);
  if (on == nullptr) return real().accept(fd, who, size);
  return accept_step(fd, *on, who, size, 0, STALEMATE_CALLER);
}

STALEMATE_INTERPOSED int accept4(int fd, sockaddr* who, socklen_t* size, int flags) {
  const Endpoint* on = controlled_endpoint(fd);
  writes_argument(size, sizeof *size, STALEMATE_CALLER);
  if (on == nullptr) return real().accept4(fd, who, size, flags);
  return accept_step(fd, *on, who, size, flags, STALEMATE_CALLER);
}

STALEMATE_INTERPOSED int connect(int fd, const sockaddr* to, socklen_t size) {
  reads_argument(to, size, STALEMATE_CALLER);
  const Endpoint* on = controlled_endpoint(fd);
  Address address = {};
  if (on == nullptr || to == nullptr || size > sizeof address) return real().connect(fd, to, size);
  const int type = type_of(fd);
  if (type != SOCK_STREAM && type != SOCK_SEQPACKET) return real().connect(fd, to, size);
  std::memcpy(&address, to, size);
  return static_cast<int>(with_errno(connect_step(fd, *on, address, size, STALEMATE_CALLER)));
}

// For threads that wait on the other end, it is closed.
STALEMATE_INTERPOSED int shutdown(int fd, int how) noexcept {
  const Endpoint* on = controlled_endpoint(fd);
  if (on == nullptr) return real().shutdown(fd, how);
  announce(OpKind::kClose, on->name, STALEMATE_CALLER);
  pass_enabled();
  const int result = real().shutdown(fd, how);
  io_changed();
  return result;
}

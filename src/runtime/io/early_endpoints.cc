#include "runtime/io/early_endpoints.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

#include "runtime/io/io_endpoints.h"
#include "runtime/isolation/kernel_state.h"
#include "runtime/platform/kernel.h"

namespace stalemate::rt {

namespace {

using layout::EndpointKind;

// A pair's ends, by what can be done with them: [0] is the reading end of a pipe.
struct Pair {
  int old[2] = {-1, -1};  // one descriptor of each end; -1: closed before main
  int fresh[2] = {-1, -1};
};

int number(long result) { return static_cast<int>(result); }

int pending_bytes(int fd) {
  int bytes = 0;
  return kernel::call(SYS_ioctl, fd, FIONREAD, kernel::word(&bytes)) == 0 ? bytes : -1;
}

// Its fields are lines "name: value". False: it does not fit.
bool read_fdinfo(int fd, char* text, std::size_t bytes) {
  char path[48];
  std::snprintf(path, sizeof path, "/proc/self/fdinfo/%d", fd);
  const int file = kernel::open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  std::size_t length = 0;
  for (long got; length < bytes - 1; length += static_cast<std::size_t>(got))
    if ((got = kernel::read(file, text + length, bytes - 1 - length)) <= 0) break;
  kernel::close(file);
  text[length] = 0;
  return length < bytes - 1;
}

// The next one with this name; nullptr: there is none.
const char* find_field(const char* text, const char* name) {
  return static_cast<const char*>(memmem(text, std::strlen(text), name, std::strlen(name)));
}

int end_of(int fd, const Endpoint& on, const Endpoint& first) {
  if (on.kind == EndpointKind::kPipe)
    return (number(kernel::call(SYS_fcntl, fd, F_GETFL)) & O_ACCMODE) == O_WRONLY ? 1 : 0;
  return on.kind == EndpointKind::kSocket && on.inode != first.inode ? 1 : 0;
}

template <class Visit>
void each_of(std::uint64_t name, Visit visit) {
  for (int fd = 0; fd < early_endpoint_limit(); ++fd)
    if (Endpoint* one = early_endpoint(fd); one != nullptr && one->name == name) visit(fd, *one);
}

// Without consuming them. What the other end has written is there.
bool copy_pipe(const Pair& pair) {
  const int waiting = pair.old[0] >= 0 ? pending_bytes(pair.old[0]) : 0;
  const int old = pair.old[pair.old[0] >= 0 ? 0 : 1];
  kernel::call(SYS_fcntl, pair.fresh[0], F_SETPIPE_SZ, kernel::call(SYS_fcntl, old, F_GETPIPE_SZ));
  return waiting == 0 || (waiting > 0 && kernel::call(SYS_tee, pair.old[0], pair.fresh[1], waiting,
                                                      2 /* SPLICE_F_NONBLOCK */) == waiting);
}

bool make_pipe(Pair& pair) {
  const int old = pair.old[pair.old[0] >= 0 ? 0 : 1];
  const long packets = kernel::call(SYS_fcntl, old, F_GETFL) & O_DIRECT;
  return kernel::call(SYS_pipe2, kernel::word(pair.fresh), packets) == 0 && copy_pipe(pair);
}

template <class T>
bool get_option(int fd, int option, T& value) {
  socklen_t bytes = sizeof value;
  return kernel::call(SYS_getsockopt, fd, SOL_SOCKET, option, kernel::word(&value), kernel::word(&bytes)) ==
         0;
}

template <class T>
void set_option(int fd, int option, T value) {
  kernel::call(SYS_setsockopt, fd, SOL_SOCKET, option, kernel::word(&value), sizeof value);
}

void copy_options(int from, int to) {
  timeval time = {};
  for (const int option : {SO_RCVTIMEO, SO_SNDTIMEO})
    if (get_option(from, option, time)) set_option(to, option, time);
  int value = 0;
  if (get_option(from, SO_PASSCRED, value)) set_option(to, SO_PASSCRED, value);
  for (const int option : {SO_SNDBUF, SO_RCVBUF})  // the kernel doubles what it is given
    if (get_option(from, option, value)) set_option(to, option, value / 2);
}

// Messages with a boundary are not copied.
bool copy_stream(int from, int to, int type) {
  const int waiting = pending_bytes(from);
  if (waiting <= 0) return waiting == 0;
  const auto bytes = static_cast<std::size_t>(waiting);
  void* const room = kernel::map(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS);
  if (room == nullptr || type != SOCK_STREAM) return false;
  const long got = kernel::call(SYS_recvfrom, from, kernel::word(room), waiting, MSG_PEEK | MSG_DONTWAIT);
  const bool copied =
      got == waiting && kernel::call(SYS_sendto, to, kernel::word(room), waiting, MSG_DONTWAIT) == waiting;
  kernel::unmap(room, bytes);
  return copied;
}

// Both ends are open, and one of them was shut down.
bool is_shut(const Pair& pair) {
  if (pair.old[0] < 0 || pair.old[1] < 0) return false;
  pollfd ends[2] = {{pair.old[0], POLLRDHUP, 0}, {pair.old[1], POLLRDHUP, 0}};
  return kernel::call(SYS_poll, kernel::word(ends), 2, 0) != 0;
}

bool make_sockets(Pair& pair) {
  const int old = pair.old[pair.old[0] >= 0 ? 0 : 1];
  int domain = 0, type = 0, protocol = 0;
  if (!get_option(old, SO_DOMAIN, domain) || !get_option(old, SO_TYPE, type) ||
      !get_option(old, SO_PROTOCOL, protocol) || is_shut(pair))
    return false;
  if (kernel::call(SYS_socketpair, domain, type, protocol, kernel::word(pair.fresh)) != 0) return false;
  for (int end = 0; end < 2; ++end) {
    if (pair.old[end] < 0) continue;
    copy_options(pair.old[end], pair.fresh[end]);
    if (!copy_stream(pair.old[end], pair.fresh[1 - end], type)) return false;
  }
  return true;
}

bool make_eventfd(Pair& pair, bool semaphore) {
  char text[512];
  const char* field =
      read_fdinfo(pair.old[0], text, sizeof text) ? find_field(text, "eventfd-count:") : nullptr;
  if (field == nullptr) return false;
  const std::uint64_t value = std::strtoull(field + std::strlen("eventfd-count:"), nullptr, 16);
  pair.fresh[0] = number(kernel::call(SYS_eventfd2, 0, semaphore ? EFD_SEMAPHORE : 0));
  return pair.fresh[0] >= 0 &&
         (value == 0 || kernel::call(SYS_write, pair.fresh[0], kernel::word(&value), sizeof value) == 8);
}

// The descriptors in its list are replaced already. `reach`: what can make one of them ready.
bool make_epoll(Pair& pair, Reach& reach) {
  constexpr std::size_t kRoom = 16 * 1024;
  static char text[kRoom];
  if (!read_fdinfo(pair.old[0], text, kRoom)) return false;
  pair.fresh[0] = number(kernel::call(SYS_epoll_create1, 0));
  if (pair.fresh[0] < 0) return false;
  for (const char* line = text; (line = find_field(line, "tfd:")) != nullptr; ++line) {
    int fd = -1;
    unsigned events = 0;
    unsigned long long tag = 0;
    if (std::sscanf(line, "tfd: %d events: %x data: %llx", &fd, &events, &tag) != 3) return false;
    epoll_event watched = {};
    watched.events = events;
    watched.data.u64 = tag;
    if (kernel::call(SYS_epoll_ctl, pair.fresh[0], EPOLL_CTL_ADD, fd, kernel::word(&watched)) != 0)
      return false;
    if (!is_own_endpoint(fd)) reach = Reach::kShared;
  }
  return true;
}

bool make_again(Pair& pair, Endpoint& on) {
  switch (on.kind) {
    case EndpointKind::kPipe: return make_pipe(pair);
    case EndpointKind::kSocket: return make_sockets(pair);
    case EndpointKind::kEventfd: return make_eventfd(pair, on.semaphore);
    default: return make_epoll(pair, on.reach);
  }
}

void put_in_place(int fd, int fresh, Endpoint& one, const Endpoint& as) {
  const long status_flags = kernel::call(SYS_fcntl, fd, F_GETFL);
  const bool close_on_exec = (kernel::call(SYS_fcntl, fd, F_GETFD) & FD_CLOEXEC) != 0;
  kernel::call(SYS_dup3, fresh, fd, close_on_exec ? O_CLOEXEC : 0);
  kernel::call(SYS_fcntl, fd, F_SETFL, status_flags);
  const std::uint64_t name = one.name;
  add_early_endpoint(fd, fd, as.kind, as.semaphore);  // it has another inode now
  one.name = name;
  one.reach = as.reach;
}

// All descriptors of the object that this one leads to.
void replace(int found) {
  Endpoint first = *early_endpoint(found);
  const std::uint64_t name = first.name;
  Pair pair;
  each_of(name, [&](int fd, const Endpoint& one) { pair.old[end_of(fd, one, first)] = fd; });
  const bool made = make_again(pair, first);
  each_of(name, [&](int fd, Endpoint& one) {
    if (made)
      put_in_place(fd, pair.fresh[end_of(fd, one, first)], one, first);
    else
      forget_endpoint(fd);
  });
  for (const int fd : pair.fresh)
    if (fd >= 0) kernel::close(fd);
}

bool is_first_of_its_name(int fd, std::uint64_t name) {
  for (int other = 0; other < fd; ++other)
    if (const Endpoint* one = early_endpoint(other); one != nullptr && one->name == name) return false;
  return true;
}

void replace_all(bool epolls) {
  for (int fd = 0; fd < early_endpoint_limit(); ++fd) {
    const Endpoint* one = early_endpoint(fd);
    if (one == nullptr || one->reach == Reach::kShared) continue;
    if ((one->kind == EndpointKind::kEpoll) == epolls && is_first_of_its_name(fd, one->name)) replace(fd);
  }
}

}  // namespace

void share_early_endpoints() {
  if (!has_children()) return;
  for (int fd = 0; fd < early_endpoint_limit(); ++fd)
    if (Endpoint* one = early_endpoint(fd)) one->reach = Reach::kShared;
}

void replace_early_endpoints() {
  replace_all(false);
  replace_all(true);
}

bool is_own_endpoint(int fd) {
  const Endpoint* const one = early_endpoint(fd);
  return one != nullptr && one->reach == Reach::kInside;
}

}  // namespace stalemate::rt

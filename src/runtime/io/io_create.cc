// Making, copying and closing descriptors. Making one is not a step: no other thread knows it yet. Closing
// one is, as others may wait for the other end.
#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <unistd.h>
#include <cerrno>
#include <cstring>

#include "runtime/core/own_signals.h"
#include "runtime/io/io_call.h"
#include "runtime/isolation/kernel_state.h"
#include "runtime/log/effects.h"
#include "runtime/platform/originals.h"
#include "runtime/scheduler/arguments.h"
#include "runtime/scheduler/outside_state.h"

using namespace stalemate;
using namespace stalemate::rt;
using layout::EndpointKind;

namespace {

int add_pair(int result, const int* pair, EndpointKind kind) {
  if (result != 0) return result;
  if (!g.active) {
    for (int i = 0; i < 2; ++i) add_early_endpoint(pair[i], pair[0], kind);
    return result;
  }
  const std::uint64_t name = new_endpoint_name(kind);
  for (int i = 0; i < 2; ++i) add_endpoint(pair[i], name, kind, Reach::kInside);
  return result;
}

int add_one(int fd, EndpointKind kind, bool semaphore = false) {
  if (fd < 0) return fd;
  if (g.active)
    add_endpoint(fd, new_endpoint_name(kind), kind, Reach::kInside);
  else
    add_early_endpoint(fd, fd, kind, semaphore);
  return fd;
}

int add_copy(int fd, int copy) {
  if (copy >= 0) copy_endpoint(fd, copy);
  return copy;
}

// A copy onto a descriptor that is open closes it.
template <class Attempt>
int copy_onto(int fd, int copy, std::uintptr_t pc, Attempt attempt) {
  if (is_kept_descriptor(copy)) touch_kernel_state("dup2");
  const Endpoint* closed = fd != copy ? controlled_endpoint(copy) : nullptr;
  if (closed == nullptr) return add_copy(fd, attempt());
  announce(OpKind::kClose, closed->name, pc);
  pass_enabled();
  carry_time(reinterpret_cast<const void*>(closed->name), true);
  const int result = add_copy(fd, attempt());
  io_changed();
  return result;
}

}  // namespace

STALEMATE_INTERPOSED int pipe(int* ends) noexcept {
  writes_argument(ends, 2 * sizeof *ends, STALEMATE_CALLER);
  return add_pair(real().pipe(ends), ends, EndpointKind::kPipe);
}

STALEMATE_INTERPOSED int pipe2(int* ends, int flags) noexcept {
  writes_argument(ends, 2 * sizeof *ends, STALEMATE_CALLER);
  return add_pair(real().pipe2(ends, flags), ends, EndpointKind::kPipe);
}

STALEMATE_INTERPOSED int socketpair(int domain, int type, int protocol, int* ends) noexcept {
  writes_argument(ends, 2 * sizeof *ends, STALEMATE_CALLER);
  return add_pair(real().socketpair(domain, type, protocol, ends), ends, EndpointKind::kSocket);
}

STALEMATE_INTERPOSED int eventfd(unsigned value, int flags) noexcept {
  return add_one(real().eventfd(value, flags), EndpointKind::kEventfd, (flags & EFD_SEMAPHORE) != 0);
}

// Which signals it takes is not explored like other reads: the kernel stores them.
STALEMATE_INTERPOSED int signalfd(int fd, const sigset_t* mask, int flags) noexcept {
  reads_argument(mask, sizeof(std::uint64_t), STALEMATE_CALLER);
  const int result = real().signalfd(fd, mask, flags);
  if (!g.active || result < 0) return result;
  note_uncontrolled(wire::Uncontrolled::kSignal, STALEMATE_CALLER, "signalfd");
  log_opaque();
  use_signals();
  SignalSet set = 0;
  std::memcpy(&set, mask, sizeof set);
  use_signal_descriptor(set);
  return fd < 0 ? add_one(result, EndpointKind::kEventfd) : result;
}

STALEMATE_INTERPOSED int epoll_create(int size) noexcept {
  return add_one(real().epoll_create(size), EndpointKind::kEpoll);
}

STALEMATE_INTERPOSED int epoll_create1(int flags) noexcept {
  return add_one(real().epoll_create1(flags), EndpointKind::kEpoll);
}

STALEMATE_INTERPOSED int dup(int fd) noexcept { return add_copy(fd, real().dup(fd)); }

STALEMATE_INTERPOSED int dup2(int fd, int copy) noexcept {
  return copy_onto(fd, copy, STALEMATE_CALLER, [=] { return real().dup2(fd, copy); });
}

STALEMATE_INTERPOSED int dup3(int fd, int copy, int flags) noexcept {
  return copy_onto(fd, copy, STALEMATE_CALLER, [=] { return real().dup3(fd, copy, flags); });
}

STALEMATE_INTERPOSED int close(int fd) {
  if (is_kept_descriptor(fd)) {  // the program must not see it
    errno = EBADF;
    return -1;
  }
  const Endpoint* on = controlled_endpoint(fd);
  renew_descriptor(fd);
  if (on == nullptr) {
    forget_endpoint(fd);
    return real().close(fd);
  }
  announce(OpKind::kClose, on->name, STALEMATE_CALLER);
  pass_enabled();
  carry_time(reinterpret_cast<const void*>(on->name), true);
  const int result = real().close(fd);
  forget_endpoint(fd);
  io_changed();
  return result;
}

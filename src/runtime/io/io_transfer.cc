// Reading and writing, under all names.
#include <sys/eventfd.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <unistd.h>
#include <climits>
#include <cstddef>

#include "runtime/io/io_buffers.h"
#include "runtime/io/io_call.h"
#include "runtime/libc/outside_files.h"
#include "runtime/platform/originals.h"
#include "runtime/scheduler/arguments.h"

using namespace stalemate;
using namespace stalemate::rt;

namespace {

// SO_RCVTIMEO and SO_SNDTIMEO.
std::uint64_t patience_of(int fd, const Endpoint& on, int option) {
  if (on.kind != layout::EndpointKind::kSocket) return 0;
  timeval time = {};
  socklen_t bytes = sizeof time;
  const long result =
      kernel::call(SYS_getsockopt, fd, SOL_SOCKET, option, kernel::word(&time), kernel::word(&bytes));
  if (result != 0) return 0;
  return static_cast<std::uint64_t>(time.tv_sec) * 1000000000u +
         static_cast<std::uint64_t>(time.tv_usec) * 1000u;
}

IoCall reading(int fd, const Endpoint& on, std::uintptr_t pc, int flags = 0) {
  IoCall call = {OpKind::kRead, fd, POLLIN, pc, (flags & MSG_DONTWAIT) != 0};
  call.patience = patience_of(fd, on, SO_RCVTIMEO);
  return call;
}

IoCall writing(int fd, const Endpoint& on, std::uintptr_t pc, int flags = 0) {
  IoCall call = {OpKind::kWrite, fd, POLLOUT, pc, (flags & MSG_DONTWAIT) != 0};
  call.patience = patience_of(fd, on, SO_SNDTIMEO);
  return call;
}

// What is still to be transferred. A blocking write continues until everything is written, in a step for each
// part that there was room for.
struct Parts {
  static constexpr int kMost = 16;
  iovec own[kMost];
  iovec* at = own;
  int count = 0;
  bool whole = true;  // can continue after a part

  Parts(const iovec* from, int n) : count(n) {
    whole = n <= kMost;
    if (!whole) at = const_cast<iovec*>(from);
    for (int i = 0; whole && i < n; ++i) own[i] = from[i];
  }
  void skip(std::size_t bytes) {
    for (; count > 0 && bytes >= at->iov_len; ++at, --count) bytes -= at->iov_len;
    if (count == 0) return;
    at->iov_base = static_cast<char*>(at->iov_base) + bytes;
    at->iov_len -= bytes;
  }
};

template <class Attempt>
long transfer_all(const IoCall& call, const Endpoint& on, Parts& parts, Attempt attempt) {
  const bool continues = parts.whole && !call.never_waits && !is_nonblocking(call.fd);
  long total = 0;
  for (;;) {
    const long result = perform_io(call, on, attempt);
    if (result <= 0) return total > 0 ? total : result;
    total += result;
    if (!continues) return total;
    parts.skip(static_cast<std::size_t>(result));
    if (parts.count == 0) return total;
  }
}

template <class T>
long word(T* pointer) {
  return reinterpret_cast<long>(pointer);
}

// A call with another number fails.
std::size_t parts_in(int count) {
  return count > 0 && count <= IOV_MAX ? static_cast<std::size_t>(count) : 0;
}

iovec part_of(const void* bytes, std::size_t count) { return {const_cast<void*>(bytes), count}; }

ssize_t read_from(int fd, const Endpoint& on, void* to, std::size_t bytes, std::uintptr_t pc) {
  return with_errno(perform_io(reading(fd, on, pc), on, [=] {
    return kernel::call(SYS_read, fd, word(to), static_cast<long>(bytes));
  }));
}

ssize_t write_to(int fd, const Endpoint& on, const void* from, std::size_t bytes, std::uintptr_t pc) {
  const iovec one = part_of(from, bytes);
  Parts parts(&one, 1);
  return with_errno(transfer_all(writing(fd, on, pc), on, parts, [fd, &parts] {
    return kernel::call(SYS_write, fd, word(parts.at->iov_base), static_cast<long>(parts.at->iov_len));
  }));
}

struct Address {
  sockaddr* at = nullptr;
  socklen_t* size = nullptr;
};

ssize_t receive(int fd, const Endpoint& on, void* to, std::size_t bytes, int flags, Address from,
                std::uintptr_t pc) {
  const iovec one = part_of(to, bytes);
  Parts parts(&one, 1);
  parts.whole = (flags & MSG_WAITALL) != 0 && (flags & MSG_PEEK) == 0;
  const int once = flags & ~MSG_WAITALL;
  return with_errno(transfer_all(reading(fd, on, pc, flags), on, parts, [=, &parts] {
    return kernel::call(SYS_recvfrom, fd, word(parts.at->iov_base), static_cast<long>(parts.at->iov_len),
                        once, word(from.at), word(from.size));
  }));
}

ssize_t send_to(int fd, const Endpoint& on, const iovec& what, int flags, const sockaddr* whom,
                socklen_t size, std::uintptr_t pc) {
  Parts parts(&what, 1);
  return with_errno(transfer_all(writing(fd, on, pc, flags), on, parts, [=, &parts] {
    return kernel::call(SYS_sendto, fd, word(parts.at->iov_base), static_cast<long>(parts.at->iov_len), flags,
                        word(whom), size);
  }));
}

}  // namespace

namespace {

ssize_t read_checked(int fd, void* to, size_t bytes, std::uintptr_t pc) {
  return filling(to, bytes, pc, [=] {
    const Endpoint* on = bytes > 0 ? controlled_endpoint(fd) : nullptr;
    if (on == nullptr) use_file(fd, FileUse::kRead, pc);
    return on == nullptr ? real().read(fd, to, bytes) : read_from(fd, *on, to, bytes, pc);
  });
}

void reads_message(const msghdr* message, std::uintptr_t pc) {
  reads_argument(message, sizeof *message, pc);
  reads_argument(message->msg_iov, message->msg_iovlen * sizeof(iovec), pc);
}

ssize_t receive_checked(int fd, void* to, size_t bytes, int flags, Address from, std::uintptr_t pc) {
  writes_argument(from.size, sizeof *from.size, pc);
  return filling(to, bytes, pc, [=] {
    const Endpoint* on = controlled_endpoint(fd);
    return on == nullptr ? real().recvfrom(fd, to, bytes, flags, from.at, from.size)
                         : receive(fd, *on, to, bytes, flags, from, pc);
  });
}

}  // namespace

STALEMATE_INTERPOSED ssize_t read(int fd, void* to, size_t bytes) {
  return read_checked(fd, to, bytes, STALEMATE_CALLER);
}

STALEMATE_INTERPOSED ssize_t write(int fd, const void* from, size_t bytes) {
  taking(from, bytes, STALEMATE_CALLER);
  const Endpoint* on = bytes > 0 ? controlled_endpoint(fd) : nullptr;
  if (on == nullptr) use_file(fd, FileUse::kWrite, STALEMATE_CALLER);
  return on == nullptr ? real().write(fd, from, bytes) : write_to(fd, *on, from, bytes, STALEMATE_CALLER);
}

STALEMATE_INTERPOSED ssize_t readv(int fd, const iovec* to, int count) {
  const std::uintptr_t pc = STALEMATE_CALLER;
  reads_argument(to, parts_in(count) * sizeof *to, pc);
  return filling(to, parts_in(count), pc, [=] {
    const Endpoint* on = controlled_endpoint(fd);
    if (on == nullptr) use_file(fd, FileUse::kRead, pc);
    if (on == nullptr) return real().readv(fd, to, count);
    return with_errno(
        perform_io(reading(fd, *on, pc), *on, [=] { return kernel::call(SYS_readv, fd, word(to), count); }));
  });
}

STALEMATE_INTERPOSED ssize_t writev(int fd, const iovec* from, int count) {
  reads_argument(from, parts_in(count) * sizeof *from, STALEMATE_CALLER);
  taking(from, parts_in(count), STALEMATE_CALLER);
  const Endpoint* on = controlled_endpoint(fd);
  if (on == nullptr) use_file(fd, FileUse::kWrite, STALEMATE_CALLER);
  if (on == nullptr || count < 0) return real().writev(fd, from, count);
  Parts parts(from, count);
  return with_errno(transfer_all(writing(fd, *on, STALEMATE_CALLER), *on, parts, [fd, &parts] {
    return kernel::call(SYS_writev, fd, word(parts.at), parts.count);
  }));
}

STALEMATE_INTERPOSED ssize_t recvfrom(int fd, void* to, size_t bytes, int flags, sockaddr* who,
                                      socklen_t* size) {
  return receive_checked(fd, to, bytes, flags, {who, size}, STALEMATE_CALLER);
}

STALEMATE_INTERPOSED ssize_t recv(int fd, void* to, size_t bytes, int flags) {
  return receive_checked(fd, to, bytes, flags, {}, STALEMATE_CALLER);
}

STALEMATE_INTERPOSED ssize_t recvmsg(int fd, msghdr* message, int flags) {
  const std::uintptr_t pc = STALEMATE_CALLER;
  reads_message(message, pc);
  return filling(message->msg_iov, message->msg_iovlen, pc, [=] {
    const Endpoint* on = controlled_endpoint(fd);
    if (on == nullptr) return real().recvmsg(fd, message, flags);
    return with_errno(perform_io(reading(fd, *on, pc, flags), *on, [=] {
      return kernel::call(SYS_recvmsg, fd, word(message), flags & ~MSG_WAITALL);
    }));
  });
}

STALEMATE_INTERPOSED ssize_t sendto(int fd, const void* from, size_t bytes, int flags, const sockaddr* whom,
                                    socklen_t size) {
  reads_argument(whom, size, STALEMATE_CALLER);
  taking(from, bytes, STALEMATE_CALLER);
  const Endpoint* on = controlled_endpoint(fd);
  if (on == nullptr) return real().sendto(fd, from, bytes, flags, whom, size);
  return send_to(fd, *on, part_of(from, bytes), flags, whom, size, STALEMATE_CALLER);
}

STALEMATE_INTERPOSED ssize_t send(int fd, const void* from, size_t bytes, int flags) {
  taking(from, bytes, STALEMATE_CALLER);
  const Endpoint* on = controlled_endpoint(fd);
  if (on == nullptr) return real().send(fd, from, bytes, flags);
  return send_to(fd, *on, part_of(from, bytes), flags, nullptr, 0, STALEMATE_CALLER);
}

STALEMATE_INTERPOSED ssize_t sendmsg(int fd, const msghdr* message, int flags) {
  reads_message(message, STALEMATE_CALLER);
  taking(message->msg_iov, message->msg_iovlen, STALEMATE_CALLER);
  const Endpoint* on = controlled_endpoint(fd);
  if (on == nullptr) return real().sendmsg(fd, message, flags);
  Parts parts(message->msg_iov, static_cast<int>(message->msg_iovlen));
  msghdr left = *message;
  return with_errno(
      transfer_all(writing(fd, *on, STALEMATE_CALLER, flags), *on, parts, [fd, flags, &parts, &left] {
        left.msg_iov = parts.at;
        left.msg_iovlen = static_cast<std::size_t>(parts.count);
        const long result = kernel::call(SYS_sendmsg, fd, word(&left), flags);
        if (result > 0) left.msg_controllen = 0;  // descriptors are sent along with the first part
        return result;
      }));
}

STALEMATE_INTERPOSED ssize_t sendfile(int to, int from, off_t* at, size_t bytes) {
  writes_argument(at, sizeof *at, STALEMATE_CALLER);
  const Endpoint* on = controlled_endpoint(to);
  if (on == nullptr) return real().sendfile(to, from, at, bytes);
  return with_errno(perform_io(writing(to, *on, STALEMATE_CALLER), *on, [=] {
    return kernel::call(SYS_sendfile, to, from, word(at), static_cast<long>(bytes));
  }));
}

STALEMATE_INTERPOSED int eventfd_read(int fd, eventfd_t* value) {
  return read_checked(fd, value, sizeof *value, STALEMATE_CALLER) == sizeof *value ? 0 : -1;
}

STALEMATE_INTERPOSED int eventfd_write(int fd, eventfd_t value) {
  const Endpoint* on = controlled_endpoint(fd);
  if (on == nullptr) return real().eventfd_write(fd, value);
  return write_to(fd, *on, &value, sizeof value, STALEMATE_CALLER) == sizeof value ? 0 : -1;
}

// What calls with a buffer of known size become under _FORTIFY_SOURCE.
extern "C" [[noreturn]] void __chk_fail() noexcept;

STALEMATE_INTERPOSED ssize_t __read_chk(int fd, void* to, size_t bytes, size_t room) {
  if (bytes > room) __chk_fail();
  return read_checked(fd, to, bytes, STALEMATE_CALLER);
}

STALEMATE_INTERPOSED ssize_t __recv_chk(int fd, void* to, size_t bytes, size_t room, int flags) {
  if (bytes > room) __chk_fail();
  return receive_checked(fd, to, bytes, flags, {}, STALEMATE_CALLER);
}

STALEMATE_INTERPOSED ssize_t __recvfrom_chk(int fd, void* to, size_t bytes, size_t room, int flags,
                                            sockaddr* who, socklen_t* size) {
  if (bytes > room) __chk_fail();
  return receive_checked(fd, to, bytes, flags, {who, size}, STALEMATE_CALLER);
}

// poll, select and epoll, under all their names. Without a timeout they wait until something is ready; with
// one they may end at any moment, which is the timeout; with a timeout of zero they never wait.
#include <poll.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <ctime>

#include "runtime/io/io_call.h"
#include "runtime/platform/originals.h"
#include "runtime/scheduler/arguments.h"

using namespace stalemate;
using namespace stalemate::rt;

namespace {

constexpr std::uint64_t kForever = ~std::uint64_t{0};

// Which of the descriptors are polled while other threads can run, and the name of the step's object.
struct Watch {
  pollfd* all;
  pollfd* inside;  // as many
  std::uint32_t count;
  std::uint64_t name = 0;
  bool any = false;      // one of them is controlled
  bool outside = false;  // another process may make one ready
};

void look_at_endpoints(Watch& watch) {
  for (std::uint32_t i = 0; i < watch.count; ++i) {
    watch.inside[i] = watch.all[i];
    const Endpoint* on = endpoint(watch.all[i].fd);
    if (on == nullptr) continue;  // a file, which is always ready, or not open
    watch.any = true;
    watch.outside = watch.outside || on->reach != Reach::kInside;
    if (on->reach == Reach::kOutside) watch.inside[i].fd = -1;
    watch.name = watch.name == 0 || watch.name == on->name ? on->name : layout::kManyEndpoints;
  }
  if (watch.name == 0) watch.name = layout::kManyEndpoints;
}

// True: something is ready. The results are in watch.all.
bool wait_for_any(Watch& watch, std::uint64_t nanoseconds, std::uintptr_t pc) {
  if (nanoseconds == 0) {
    cancellation_point();
    announce(OpKind::kPoll, watch.name, pc);
    pass_enabled();
    return kernel::call(SYS_poll, kernel::word(watch.inside), watch.count, 0) > 0;
  }
  IoWait wait;
  wait.all = watch.all;
  wait.inside = watch.inside;
  wait.count = watch.count;
  wait.outside = watch.outside;
  wait.may_time_out = nanoseconds != kForever;
  const std::uint64_t deadline = g.current->clock + (wait.may_time_out ? nanoseconds : 0);
  if (wait_for_io(wait, OpKind::kPoll, watch.name, pc)) {
    if (wait.came_from_outside)
      kernel::call(SYS_poll, kernel::word(watch.all), watch.count, 0);
    else
      for (std::uint32_t i = 0; i < watch.count; ++i) watch.all[i].revents = watch.inside[i].revents;
    return true;
  }
  if (deadline > g.current->clock) g.current->clock = deadline;
  return false;
}

// A poll of no descriptors: a sleep.
void sleep_for(std::uint64_t nanoseconds) {
  const timespec time = {static_cast<time_t>(nanoseconds / 1000000000u),
                         static_cast<long>(nanoseconds % 1000000000u)};
  nanosleep(&time, nullptr);
}

int poll_step(pollfd* descriptors, nfds_t count, std::uint64_t nanoseconds, std::uintptr_t pc) {
  if (count == 0 && nanoseconds != kForever) {
    sleep_for(nanoseconds);
    return 0;
  }
  auto* inside = static_cast<pollfd*>(__builtin_alloca(sizeof(pollfd) * (count + 1)));
  Watch watch = {descriptors, inside, static_cast<std::uint32_t>(count)};
  look_at_endpoints(watch);
  const bool ready = wait_for_any(watch, nanoseconds, pc);
  if (nanoseconds == 0)
    for (nfds_t i = 0; i < count; ++i) descriptors[i].revents = inside[i].revents;
  if (!ready) note_value(1);
  int found = 0;
  for (nfds_t i = 0; i < count; ++i) {
    if (!ready) descriptors[i].revents = 0;
    found += descriptors[i].revents != 0 ? 1 : 0;
  }
  return found;
}

// What each list says, and the results.
int poll_checked(pollfd* descriptors, nfds_t count, std::uint64_t nanoseconds, std::uintptr_t pc) {
  for (nfds_t i = 0; i < count; ++i) {
    reads_argument(&descriptors[i], offsetof(pollfd, revents), pc);
    will_write_argument(&descriptors[i].revents, sizeof descriptors[i].revents, pc);
  }
  const int result = poll_step(descriptors, count, nanoseconds, pc);
  for (nfds_t i = 0; i < count; ++i)
    has_written_argument(&descriptors[i].revents, sizeof descriptors[i].revents, pc);
  return result;
}

std::uint64_t in_nanoseconds(const timespec* time) {
  if (time == nullptr) return kForever;
  return static_cast<std::uint64_t>(time->tv_sec) * 1000000000u + static_cast<std::uint64_t>(time->tv_nsec);
}

std::uint64_t in_nanoseconds(int milliseconds) {
  return milliseconds < 0 ? kForever : static_cast<std::uint64_t>(milliseconds) * 1000000u;
}

bool is_controlled() { return g.active && !g.exiting; }

// select's three sets as a list for poll, with the events that the kernel uses for each of them.
constexpr short kSetEvents[3] = {POLLIN, POLLOUT, POLLPRI};
constexpr short kSetResults[3] = {POLLIN | POLLHUP | POLLERR, POLLOUT | POLLERR, POLLPRI};

bool is_in(int fd, const fd_set* set) { return set != nullptr && FD_ISSET(fd, set); }

int select_step(int end, fd_set* const (&sets)[3], std::uint64_t nanoseconds, std::uintptr_t pc) {
  if (end < 0 || end > FD_SETSIZE) return -EINVAL;
  const std::size_t bytes = (static_cast<std::size_t>(end) + 63) / 64 * 8;
  for (fd_set* set : sets) {
    reads_argument(set, bytes, pc);
    will_write_argument(set, bytes, pc);
  }
  pollfd list[FD_SETSIZE];
  nfds_t count = 0;
  for (int fd = 0; fd < end; ++fd) {
    short events = 0;
    for (int s = 0; s < 3; ++s)
      if (is_in(fd, sets[s])) events = static_cast<short>(events | kSetEvents[s]);
    if (events != 0) list[count++] = {fd, events, 0};
  }
  poll_step(list, count, nanoseconds, pc);
  for (nfds_t i = 0; i < count; ++i)
    if ((list[i].revents & POLLNVAL) != 0) return -EBADF;
  for (fd_set* set : sets) has_written_argument(set, bytes, pc);
  int found = 0;
  for (nfds_t i = 0; i < count; ++i)
    for (int s = 0; s < 3; ++s) {
      if (!is_in(list[i].fd, sets[s])) continue;
      if ((list[i].revents & kSetResults[s]) != 0)
        ++found;
      else
        FD_CLR(list[i].fd, sets[s]);
    }
  return found;
}

// The list of an epoll is in the kernel: the epoll descriptor itself can be polled.
int epoll_step(int fd, const Endpoint& on, epoll_event* events, int most, std::uint64_t nanoseconds,
               std::uintptr_t pc) {
  pollfd all = {fd, POLLIN, 0};
  pollfd inside = all;
  if (most > 0) will_write_argument(events, sizeof *events, pc);
  Watch watch = {&all, &inside, 1, on.name, true, on.reach != Reach::kInside};
  if (!wait_for_any(watch, nanoseconds, pc)) {
    note_value(1);
    return 0;
  }
  const long result = kernel::call(SYS_epoll_wait, fd, kernel::word(events), most, 0);
  io_changed();  // a one-shot report is consumed
  if (result > 0) has_written_argument(events, static_cast<std::size_t>(result) * sizeof *events, pc);
  return static_cast<int>(result);
}

}  // namespace

STALEMATE_INTERPOSED int poll(pollfd* descriptors, nfds_t count, int timeout) {
  if (!is_controlled()) return real().poll(descriptors, count, timeout);
  return poll_checked(descriptors, count, in_nanoseconds(timeout), STALEMATE_CALLER);
}

STALEMATE_INTERPOSED int ppoll(pollfd* descriptors, nfds_t count, const timespec* timeout,
                               const sigset_t* mask) {
  if (!is_controlled()) return real().ppoll(descriptors, count, timeout, mask);
  return poll_checked(descriptors, count, in_nanoseconds(timeout), STALEMATE_CALLER);
}

extern "C" [[noreturn]] void __chk_fail() noexcept;

STALEMATE_INTERPOSED int __poll_chk(pollfd* descriptors, nfds_t count, int timeout, size_t room) {
  if (room / sizeof(pollfd) < count) __chk_fail();
  if (!is_controlled()) return real().poll(descriptors, count, timeout);
  return poll_checked(descriptors, count, in_nanoseconds(timeout), STALEMATE_CALLER);
}

STALEMATE_INTERPOSED int select(int end, fd_set* reads, fd_set* writes, fd_set* exceptions,
                                timeval* timeout) {
  if (!is_controlled()) return real().select(end, reads, writes, exceptions, timeout);
  std::uint64_t nanoseconds = kForever;
  reads_argument(timeout, sizeof *timeout, STALEMATE_CALLER);
  if (timeout != nullptr)
    nanoseconds = static_cast<std::uint64_t>(timeout->tv_sec) * 1000000000u +
                  static_cast<std::uint64_t>(timeout->tv_usec) * 1000u;
  return static_cast<int>(
      with_errno(select_step(end, {reads, writes, exceptions}, nanoseconds, STALEMATE_CALLER)));
}

STALEMATE_INTERPOSED int pselect(int end, fd_set* reads, fd_set* writes, fd_set* exceptions,
                                 const timespec* timeout, const sigset_t* mask) {
  if (!is_controlled()) return real().pselect(end, reads, writes, exceptions, timeout, mask);
  return static_cast<int>(
      with_errno(select_step(end, {reads, writes, exceptions}, in_nanoseconds(timeout), STALEMATE_CALLER)));
}

STALEMATE_INTERPOSED int epoll_wait(int fd, epoll_event* events, int most, int timeout) {
  const Endpoint* on = controlled_endpoint(fd);
  if (on == nullptr) return real().epoll_wait(fd, events, most, timeout);
  return static_cast<int>(
      with_errno(epoll_step(fd, *on, events, most, in_nanoseconds(timeout), STALEMATE_CALLER)));
}

STALEMATE_INTERPOSED int epoll_pwait(int fd, epoll_event* events, int most, int timeout,
                                     const sigset_t* mask) {
  const Endpoint* on = controlled_endpoint(fd);
  if (on == nullptr) return real().epoll_pwait(fd, events, most, timeout, mask);
  return static_cast<int>(
      with_errno(epoll_step(fd, *on, events, most, in_nanoseconds(timeout), STALEMATE_CALLER)));
}

STALEMATE_INTERPOSED int epoll_pwait2(int fd, epoll_event* events, int most, const timespec* timeout,
                                      const sigset_t* mask) {
  const Endpoint* on = controlled_endpoint(fd);
  if (on == nullptr) return real().epoll_pwait2(fd, events, most, timeout, mask);
  return static_cast<int>(
      with_errno(epoll_step(fd, *on, events, most, in_nanoseconds(timeout), STALEMATE_CALLER)));
}

// Changes what others wait for; another process may end their waits then.
STALEMATE_INTERPOSED int epoll_ctl(int fd, int what, int which, epoll_event* event) noexcept {
  Endpoint* on = controlled_endpoint(fd);
  if (what != EPOLL_CTL_DEL) reads_argument(event, sizeof *event, STALEMATE_CALLER);
  if (on == nullptr) return real().epoll_ctl(fd, what, which, event);
  const Endpoint* watched = endpoint(which);
  if (watched != nullptr && watched->reach != Reach::kInside) on->reach = Reach::kShared;
  announce(OpKind::kWrite, on->name, STALEMATE_CALLER);
  pass_enabled();
  const int result = real().epoll_ctl(fd, what, which, event);
  io_changed();
  return result;
}

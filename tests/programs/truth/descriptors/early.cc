// Descriptors that a global makes before main: each execution starts with them as they were, and closing one
// closes it.
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cassert>
#include <cerrno>
#include <cstdint>
#include <thread>

#ifdef WRONG
#define EXPECT(condition) assert(!(condition))
#else
#define EXPECT(condition) assert(condition)
#endif

namespace {

struct Descriptors {
  int ends[2] = {-1, -1};  // [0] is read from, [1] written to
  int copy = -1, event = -1, list = -1;

  Descriptors() {
#ifdef SOCKET
    assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
#else
    assert(pipe(ends) == 0);
#endif
#ifdef COPY
    copy = dup(ends[1]);
#endif
#ifdef CONTENTS
    assert(write(ends[1], "ab", 2) == 2);
#endif
    event = eventfd(2, 0);
    list = epoll_create1(0);
    epoll_event watched = {};
    watched.events = EPOLLIN;
    watched.data.u64 = 7;
    assert(epoll_ctl(list, EPOLL_CTL_ADD, ends[0], &watched) == 0);
#ifndef SIGPIPE_KILLS
    signal(SIGPIPE, SIG_IGN);
#endif
  }
} early;

ssize_t put() { return write(early.ends[1], "x", 1); }

[[maybe_unused]] bool is_broken() { return put() == -1 && errno == EPIPE; }

[[maybe_unused]] ssize_t get() {
  char byte;
  return read(early.ends[0], &byte, 1);
}

[[maybe_unused]] bool readable(int fd) {
  pollfd one = {fd, POLLIN, 0};
  return poll(&one, 1, 0) == 1;
}

}  // namespace

int main() {
#if defined(BROKEN) || defined(SIGPIPE_KILLS)
  std::thread closer([] { close(early.ends[0]); });
  closer.join();
  std::thread([] { EXPECT(is_broken()); }).join();
#elif defined(EITHER)  // the order of a close and a write
  std::thread closer([] { close(early.ends[0]); });
  std::thread([] {
    const ssize_t put_bytes = put();
    EXPECT(put_bytes == 1 || errno == EPIPE);
#ifdef NEVER_BROKEN
    assert(put_bytes == 1);
#endif
  }).join();
  closer.join();
#elif defined(END)   // of file
  std::thread reader([] { EXPECT(get() == 0); });
  close(early.ends[1]);
  reader.join();
#elif defined(COPY)  // the end is open until its copy is closed, too
  std::thread reader([] { EXPECT(get() == 1 && get() == 0); });
  close(early.ends[1]);
  assert(write(early.copy, "x", 1) == 1);
#ifndef FORGOTTEN
  close(early.copy);
#endif
  reader.join();
#elif defined(POLLED)
  std::thread reader([] {
    pollfd one = {early.ends[0], POLLIN, 0};
    EXPECT(poll(&one, 1, -1) == 1 && (one.revents & POLLHUP) != 0);
  });
  close(early.ends[1]);
  reader.join();
#elif defined(SELECTED)
  std::thread reader([] {
    fd_set set;
    FD_ZERO(&set);
    FD_SET(early.ends[0], &set);
    EXPECT(select(early.ends[0] + 1, &set, nullptr, nullptr, nullptr) == 1 && get() == 0);
  });
  close(early.ends[1]);
  reader.join();
#elif defined(LISTED)  // in an epoll that is made before main, too
  std::thread reader([] {
    epoll_event found = {};
    EXPECT(epoll_wait(early.list, &found, 1, -1) == 1 && (found.events & EPOLLHUP) != 0 &&
           found.data.u64 == 7);
  });
  close(early.ends[1]);
  reader.join();
#elif defined(LISTED_LATE)
  const int list = epoll_create1(0);
  epoll_event watched = {};
  watched.events = EPOLLIN;
  epoll_ctl(list, EPOLL_CTL_ADD, early.ends[0], &watched);
  std::thread reader([=] {
    epoll_event found = {};
    EXPECT(epoll_wait(list, &found, 1, -1) == 1 && (found.events & EPOLLHUP) != 0);
  });
  close(early.ends[1]);
  reader.join();
#elif defined(CONTENTS)  // written before main: there in every execution, and nothing else
  char bytes[8];
  std::thread reader(
      [&] { EXPECT(read(early.ends[0], bytes, 8) == 2 && bytes[0] == 'a' && !readable(early.ends[0])); });
  reader.join();
  std::thread writer([] { put(); });
  put();
  writer.join();
#elif defined(LEFT)      // by an earlier execution: not there
  EXPECT(!readable(early.ends[0]));
  std::thread writer([] { put(); });
  put();
  writer.join();
#elif defined(EVENT)
  std::uint64_t value = 0;
  assert(read(early.event, &value, sizeof value) == sizeof value);
  EXPECT(value == 2);
  value = 1;
  std::thread writer([=] { assert(write(early.event, &value, sizeof value) == sizeof value); });
  assert(write(early.event, &value, sizeof value) == sizeof value);
  writer.join();
#elif defined(UNLISTED)  // an execution takes it from the list: the next one has it there
  epoll_event found = {};
  put();
  EXPECT(epoll_wait(early.list, &found, 1, 0) == 1);
  std::thread other([] { epoll_ctl(early.list, EPOLL_CTL_DEL, early.ends[0], nullptr); });
  put();
  other.join();
#elif defined(WAITS)     // for ever: both ends are open
  std::thread reader([] { get(); });
  reader.join();
#endif
}

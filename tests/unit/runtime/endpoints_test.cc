// Which descriptors threads can wait for one another on, and by which names: random calls of a program
// against a table of what each descriptor was made by.
#include "runtime/io/io_endpoints.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <map>
#include <string>

#include "runtime/core/fiber.h"
#include "runtime/core/leave_memory.h"
#include "runtime/core/state.h"
#include "runtime/isolation/kernel_state.h"
#include "trail.h"

namespace stalemate::rt {

State g;
void end_state_log(wire::StatesUnknown) {}

namespace {
std::uint32_t touches = 0;
}
void touch_kernel_state(const char*) { ++touches; }

}  // namespace stalemate::rt

namespace stalemate::test {
namespace {

using layout::EndpointKind;
using rt::Reach;

// What a descriptor leads to. Both ends of a pipe, and copies, lead to one thing.
struct Thing {
  bool counts = false;
  EndpointKind kind = EndpointKind::kOther;
  Reach reach = Reach::kInside;
  std::uint64_t name = 0;  // 0: it was not seen to be made, and not been looked at yet
  bool unique = false;     // the kernel has a number for it alone
};

class Table {
 public:
  explicit Table(std::uint32_t seed) : trail(seed) {
    rt::g.current = &fiber_;
    rt::g.active = true;
    fiber_.slot = 5;
    folder_ = "/tmp/endpoints." + std::to_string(getpid());
    mkfifo(folder_.c_str(), 0600);
    rt::forget_all_endpoints();
  }
  ~Table() {
    for (const auto& [fd, thing] : open_) close(fd);
    unlink(folder_.c_str());
    rt::g.current = nullptr;
    rt::g.active = false;
  }

  // By a call that is seen: it says what it has made.
  void make_seen() {
    int ends[2] = {-1, -1};
    Thing thing{true, EndpointKind::kPipe, Reach::kInside, 0, true};
    switch (trail.below(3)) {
      case 0: ASSERT_EQ(pipe(ends), 0); break;
      case 1:
        ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
        thing.kind = EndpointKind::kSocket;
        break;
      default:
        ends[0] = eventfd(0, 0);
        thing.kind = EndpointKind::kEventfd;
        thing.unique = false;
    }
    thing.name = layout::endpoint_name(thing.kind, 5, made_++);
    ASSERT_EQ(rt::new_endpoint_name(thing.kind), thing.name) << trail.text();
    for (const int fd : ends) {
      rt::add_endpoint(fd, thing.name, thing.kind, thing.reach);
      if (fd >= 0) add(fd, thing);
    }
    trail.add("made", ends[0], ends[1]);
  }

  // As libc would, or whoever started the program.
  void make_unseen() {
    int ends[2] = {-1, -1};
    Thing thing{true, EndpointKind::kOther, Reach::kOutside, 0, false};
    const std::uint32_t kind = trail.below(9);
    switch (kind) {
      case 0:
        ASSERT_EQ(pipe(ends), 0);
        thing = {true, EndpointKind::kPipe, Reach::kInside, 0, true};
        break;
      case 1:  // of a pipe whose other end is elsewhere
        ASSERT_EQ(pipe(ends), 0);
        close(ends[trail.below(2)]);
        thing = {true, EndpointKind::kPipe, Reach::kOutside, 0, true};
        if (fcntl(ends[0], F_GETFD) == -1) std::swap(ends[0], ends[1]);
        ends[1] = -1;
        break;
      case 2:
        ends[0] = open(folder_.c_str(), O_RDWR);
        thing = {true, EndpointKind::kPipe, Reach::kShared, 0, true};
        break;
      case 3:
        ends[0] = socket(AF_UNIX, SOCK_STREAM, 0);
        thing = {true, EndpointKind::kSocket, Reach::kOutside, 0, true};
        break;
      case 4:
        ends[0] = eventfd(0, 0);
        thing = {true, EndpointKind::kEventfd, Reach::kShared, 0, false};
        break;
      case 5:
        ends[0] = epoll_create1(0);
        thing = {true, EndpointKind::kEpoll, Reach::kShared, 0, false};
        break;
      case 6: ends[0] = timerfd_create(CLOCK_MONOTONIC, 0); break;
      case 7:
        ends[0] = memfd_create("file", 0);
        thing.counts = false;
        break;
      default: ends[0] = open(trail.chance(50) ? "/dev/null" : "/tmp", O_RDONLY); thing.counts = false;
    }
    trail.add("unseen", kind, ends[0], ends[1]);
    // A named one is the same thing each time.
    if (kind == 2)
      for (const auto& [fd, id] : open_)
        if (things_[id].reach == Reach::kShared && things_[id].kind == EndpointKind::kPipe) {
          open_[ends[0]] = id;
          return;
        }
    const std::uint32_t id = add_thing(thing);
    for (const int fd : ends)
      if (fd >= 0) open_[fd] = id;
  }

  void copy(int fd) {
    const int to = dup(fd);
    trail.add("copy", fd, "to", to);
    check(fd);
    rt::copy_endpoint(fd, to);
    open_[to] = open_[fd];
    if (!things_[open_[fd]].unique) check(to);
  }

  void forget(int fd) {
    trail.add("close", fd);
    // What was not seen to be made is known by those of its descriptors that have been used: here by all.
    for (const auto& [other, id] : open_)
      if (id == open_[fd]) check(other);
    rt::forget_endpoint(fd);
    close(fd);
    open_.erase(fd);
  }

  void begin_execution() {
    for (const auto& [fd, thing] : std::map(open_)) {
      rt::forget_endpoint(fd);
      close(fd);
    }
    open_.clear();
    things_.clear();
    rt::forget_all_endpoints();
    trail.add("execution begins");
  }

  // What endpoint() says; a thing that was not seen to be made is named after the descriptor that is looked
  // at first.
  void check(int fd) {
    Thing& thing = things_[open_[fd]];
    trail.add("look at", fd);
    const std::uint32_t touched = rt::touches;
    const rt::Endpoint* found = rt::endpoint(fd);
    ASSERT_EQ(found != nullptr, thing.counts) << trail.text();
    if (found == nullptr) return;
    if (thing.name == 0) {
      thing.name = layout::endpoint_name(thing.kind, 0xffff, static_cast<std::uint32_t>(fd));
      ASSERT_EQ(rt::touches, touched + 1) << "what was there before cannot be brought back\n" << trail.text();
    }
    ASSERT_EQ(found->name, thing.name) << trail.text();
    ASSERT_EQ(found->kind, thing.kind) << trail.text();
    ASSERT_EQ(found->reach, thing.reach) << trail.text();
    ASSERT_EQ(rt::known_endpoint(fd), found) << trail.text();
  }

  int some_open() {
    if (open_.empty()) return -1;
    auto one = open_.begin();
    std::advance(one, trail.below(open_.size()));
    return one->first;
  }

  Trail trail;

 private:
  std::uint32_t add_thing(const Thing& thing) {
    const auto id = static_cast<std::uint32_t>(things_.size());
    things_[id] = thing;
    return id;
  }
  void add(int fd, const Thing& thing) {
    for (const auto& [id, known] : things_)
      if (known.name == thing.name) {
        open_[fd] = id;
        return;
      }
    open_[fd] = add_thing(thing);
  }

  rt::Fiber fiber_;
  std::string folder_;
  std::uint32_t made_ = 0;
  std::map<std::uint32_t, Thing> things_;
  std::map<int, std::uint32_t> open_;  // thing of each descriptor
};

TEST(Endpoints, AreWhatTheirDescriptorsWereMadeBy) {
  for (std::uint32_t seed = 1; seed <= 40 && !HasFailure(); ++seed) {
    Table table(seed);
    for (std::uint32_t n = 0; n < 150 && !HasFailure(); ++n) {
      const int fd = table.some_open();
      const std::uint32_t kind = table.trail.below(12);
      if (kind < 2) table.make_seen();
      if (kind == 2 || kind == 3) table.make_unseen();
      if (kind == 4 && fd >= 0) table.copy(fd);
      if ((kind == 5 || kind == 6) && fd >= 0) table.forget(fd);
      if (kind > 6 && fd >= 0) table.check(fd);
      if (table.trail.chance(1)) table.begin_execution();
    }
  }
}

// Also where it goes to another program. In a child, which does not write anything.
TEST(Endpoints, AreNotTheProgramsOwnOutput) {
  const pid_t child = fork();
  if (child == 0) {
    int ends[2] = {};
    const bool made = pipe(ends) == 0 && dup2(ends[1], 1) == 1 && dup2(ends[1], 2) == 2;
    rt::forget_all_endpoints();
    const bool none = rt::endpoint(1) == nullptr && rt::endpoint(2) == nullptr;
    _exit(made && none && rt::endpoint(ends[0]) != nullptr ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

TEST(Endpoints, AreNotWhatIsNotOpen) {
  rt::forget_all_endpoints();
  EXPECT_EQ(rt::endpoint(-1), nullptr);
  EXPECT_EQ(rt::endpoint(rt::endpoint_limit()), nullptr);
  // Known, and closed where no one saw it.
  rt::Fiber fiber;
  rt::g.current = &fiber;
  const int event = eventfd(0, 0);
  rt::add_endpoint(event, rt::new_endpoint_name(EndpointKind::kEventfd), EndpointKind::kEventfd,
                   Reach::kInside);
  EXPECT_NE(rt::endpoint(event), nullptr);
  close(event);
  EXPECT_EQ(rt::endpoint(event), nullptr);
  rt::g.current = nullptr;
}

// A descriptor that libc closed, and opened again for something else.
TEST(Endpoints, AreRecognisedAnewWhereTheirNumberIsUsedAgain) {
  rt::Fiber fiber;
  rt::g.current = &fiber;
  rt::forget_all_endpoints();
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  rt::add_endpoint(ends[0], rt::new_endpoint_name(EndpointKind::kPipe), EndpointKind::kPipe, Reach::kInside);
  const int other = socket(AF_UNIX, SOCK_STREAM, 0);
  dup2(other, ends[0]);
  const rt::Endpoint* found = rt::endpoint(ends[0]);
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->kind, EndpointKind::kSocket);
  EXPECT_EQ(found->reach, Reach::kOutside);
  for (const int fd : {ends[0], ends[1], other}) close(fd);
  rt::g.current = nullptr;
}

// Made before the execution: they keep their names, whichever end is used or closed first, in every
// execution.
TEST(Endpoints, AreKnownIfTheyAreMadeBeforeTheExecution) {
  int ends[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
  for (const int fd : ends) rt::add_early_endpoint(fd, ends[0], EndpointKind::kSocket);
  const int copy = dup(ends[1]);
  rt::copy_endpoint(ends[1], copy);
  const std::uint64_t name = rt::early_endpoint(ends[0])->name;
  for (int execution = 0; execution < 2; ++execution) {
    rt::forget_all_endpoints();
    const std::uint32_t touched = rt::touches;
    for (const int fd : {copy, ends[1]}) {
      ASSERT_NE(rt::endpoint(fd), nullptr);
      EXPECT_EQ(rt::endpoint(fd)->name, name);
      EXPECT_EQ(rt::endpoint(fd)->reach, Reach::kInside);
    }
    EXPECT_GT(rt::touches, touched) << "its contents are not restored";
    rt::forget_endpoint(ends[0]);
  }
  close(copy);
  EXPECT_EQ(rt::early_endpoint(copy), nullptr);
  for (const int fd : ends) close(fd);
}

}  // namespace
}  // namespace stalemate::test

// Descriptors of a process: opened, closed, copied and moved at random, then brought back to what there was.
#include "runtime/isolation/descriptors.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <map>

#include "trail.h"

namespace stalemate::test {
namespace {

constexpr int kEnd = 60;       // the program's are below
constexpr int kLowest = 100;   // ours are here or above
constexpr int kUntouched = 3;  // the test's own output

// What a program can see of a descriptor.
struct Visible {
  dev_t device;
  ino_t inode;
  int status_flags;
  bool close_on_exec;
  off_t position;  // 0 where there is none
  friend bool operator==(const Visible&, const Visible&) = default;
};

std::map<int, Visible> look_at_all() {
  std::map<int, Visible> all;
  for (int fd = 0; fd < kEnd; ++fd) {
    struct stat status;
    if (fstat(fd, &status) != 0) continue;
    const off_t position = S_ISREG(status.st_mode) ? lseek(fd, 0, SEEK_CUR) : 0;
    all[fd] = {status.st_dev, status.st_ino, fcntl(fd, F_GETFL), fcntl(fd, F_GETFD) == FD_CLOEXEC, position};
  }
  return all;
}

int some_open(Trail& trail) {
  const auto all = look_at_all();
  auto one = all.begin();
  std::advance(one, trail.below(all.size()));
  return one->first;
}

void open_something(Trail& trail) {
  int ends[2] = {-1, -1};
  switch (trail.below(5)) {
    case 0: ends[0] = memfd_create("file", trail.chance(50) ? MFD_CLOEXEC : 0); break;
    case 1:
      if (pipe2(ends, trail.chance(50) ? O_CLOEXEC | O_NONBLOCK : 0) != 0) return;
      break;
    case 2:
      if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return;
      break;
    case 3: ends[0] = eventfd(0, trail.chance(50) ? EFD_NONBLOCK : 0); break;
    default: ends[0] = open("/dev/null", O_RDWR | O_APPEND);
  }
  trail.add("open", ends[0], ends[1]);
  for (const int fd : ends)
    if (fd >= kEnd) close(fd);
}

void change_something(Trail& trail) {
  const int fd = some_open(trail);
  const std::uint32_t kind = trail.below(7);
  if (kind <= 1) return open_something(trail);
  if (kind == 2 && fd >= kUntouched) {
    trail.add("close", fd);
    close(fd);
  } else if (kind == 3) {
    const int to = kUntouched + static_cast<int>(trail.below(kEnd - kUntouched));
    trail.add("copy", fd, "to", to);
    dup2(fd, to);
  } else if (kind == 4 && fd >= kUntouched) {
    trail.add("non-blocking", fd);
    fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) ^ O_NONBLOCK);
  } else if (kind == 5 && fd >= kUntouched) {
    trail.add("close on exec", fd);
    fcntl(fd, F_SETFD, fcntl(fd, F_GETFD) ^ FD_CLOEXEC);
  } else if (kind == 6) {
    const auto to = static_cast<off_t>(trail.below(1000));
    trail.add("position", fd, to);
    struct stat status;
    if (fd >= kUntouched && fstat(fd, &status) == 0 && S_ISREG(status.st_mode)) lseek(fd, to, SEEK_SET);
  }
}

// Descriptors that came from elsewhere: others may move their positions meanwhile. Returns one for messages.
int leave_others_alone() {
  const int messages = fcntl(2, F_DUPFD_CLOEXEC, 200);
  const int nothing = open("/dev/null", O_RDWR);
  for (int fd = 0; fd < kUntouched; ++fd) dup2(nothing, fd);
  close_range(kUntouched, 199, 0);
  return messages;
}

// In a child, since it closes what it does not know; 0: all was as it should be.
int run(std::uint32_t seed) {
  Trail trail(seed);
  const int messages = leave_others_alone();
  for (std::uint32_t n = trail.below(30); n > 0; --n) change_something(trail);
  const auto before = look_at_all();
  static rt::Descriptors known;
  EXPECT_TRUE(rt::list_descriptors(known, kEnd));
  EXPECT_EQ(known.count, before.size()) << trail.text();
  std::uint32_t at = 0;
  for (const auto& [fd, visible] : before) EXPECT_EQ(known.all[at++].number, fd) << trail.text();
  EXPECT_TRUE(rt::keep_copies(known, kLowest, [](int) { return false; }));
  rt::count_descriptors(known);
  for (std::uint32_t round = 0; round < 10; ++round) {
    trail.add("round", round);
    for (std::uint32_t n = trail.below(15); n > 0; --n) change_something(trail);
    EXPECT_TRUE(rt::put_back_descriptors(known, kEnd)) << trail.text();
    const bool same = look_at_all() == before;
    EXPECT_TRUE(same) << trail.text();
    for (std::uint32_t n = 0; n < known.count; ++n) {
      EXPECT_GE(known.all[n].copy, kLowest) << trail.text();
      EXPECT_NE(fcntl(known.all[n].copy, F_GETFD), -1) << trail.text();
    }
    if (testing::Test::HasFailure()) {
      dprintf(messages, "%s", trail.text().c_str());
      return 1;
    }
  }
  return 0;
}

TEST(Descriptors, AreBroughtBackAfterRandomChanges) {
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    const pid_t child = fork();
    if (child == 0) _exit(run(seed));
    int status = 0;
    waitpid(child, &status, 0);
    ASSERT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << "seed " << seed << ", status " << status;
  }
}

// Two descriptors of one open file have one position, before and afterwards.
TEST(Descriptors, AreTheSameOpenFileAsBefore) {
  const pid_t child = fork();
  if (child == 0) {
    leave_others_alone();
    const int file = memfd_create("file", 0), copy = dup(file);
    lseek(file, 10, SEEK_SET);
    static rt::Descriptors known;
    const bool kept =
        rt::list_descriptors(known, kEnd) && rt::keep_copies(known, kLowest, [](int) { return false; });
    rt::count_descriptors(known);
    close(file);
    close(copy);
    const bool back = kept && rt::put_back_descriptors(known, kEnd) && lseek(copy, 0, SEEK_CUR) == 10;
    lseek(file, 77, SEEK_SET);
    _exit(back && lseek(copy, 0, SEEK_CUR) == 77 ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

}  // namespace
}  // namespace stalemate::test

// Snapshots: in a child process, memory of every kind is changed at random, brought back, and compared byte
// by byte with a copy that no snapshot knows of. With each way of finding out what was written to.
#include "runtime/isolation/snapshot.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

#include "runtime/core/state.h"
#include "runtime/isolation/changed_memory.h"
#include "runtime/platform/context.h"
#include "runtime/platform/tls.h"

namespace stalemate::rt {

State g;

extern "C" {
bool stalemate_rt_track(std::uintptr_t, std::size_t, bool, std::uintptr_t) { return false; }
bool stalemate_rt_pass(struct SyncObject*, bool, bool) { return false; }
}

}  // namespace stalemate::rt

namespace stalemate::test {
namespace {

using rt::kPageBytes;
using wire::Tracking;

constexpr std::uint32_t kRounds = 520;         // pages that seldom change are looked at anew every 256
constexpr std::uint32_t kRoundsOfCopies = 60;  // each is like the others
constexpr std::uint64_t kFixed = 0x446000000000;
constexpr std::size_t kFixedBytes = 64 * kPageBytes, kFixedOpen = 8 * kPageBytes;
constexpr std::size_t kLarge = 8u << 20;

// Shared with the parent, so that it is in no snapshot.
struct Report {
  bool taken = false;
  bool finished = false;
  std::uint32_t rounds = 0;
  char failure[200] = {};
};

Report* shared_report() {
  void* const memory =
      mmap(nullptr, sizeof(Report), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return new (memory) Report;
}

struct Region {
  const char* name = nullptr;
  unsigned char* at = nullptr;
  std::size_t bytes = 0;
  const unsigned char* before = nullptr;  // as it was at the snapshot; in kept memory
};

// On a kept stack: what it counts and draws is not undone.
struct Child {
  explicit Child(Tracking way) : report(shared_report()), tracking(way) {}

  Report* report;
  Tracking tracking;
  std::uint64_t random = 88172645463325252u;
  static constexpr std::uint32_t kRegions = 6;
  Region regions[kRegions] = {};

  std::uint64_t draw(std::uint64_t n) {
    random ^= random << 13;
    random ^= random >> 7;
    random ^= random << 17;
    return random % n;
  }

  [[noreturn]] void end() { _exit(0); }
  void check(bool holds, const char* what, const char* where, std::uint64_t at, std::uint32_t round) {
    if (holds) return;
    std::snprintf(report->failure, sizeof report->failure, "%s: %s at %#llx, round %u", what, where,
                  static_cast<unsigned long long>(at), round);
    end();
  }
};

alignas(kPageBytes) unsigned char variable[6 * kPageBytes] = {1, 2, 3};

unsigned char* mapping_of(std::size_t bytes, int fd) {
  const int flags = MAP_PRIVATE | (fd < 0 ? MAP_ANONYMOUS : 0);
  void* const at = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, flags, fd, 0);
  return at == MAP_FAILED ? nullptr : static_cast<unsigned char*>(at);
}

unsigned char* mapping_of_file() {
  const int fd = open("/proc/self/exe", O_RDONLY);
  unsigned char* const at = mapping_of(8 * kPageBytes, fd);
  close(fd);
  return at;
}

// By the kernel.
void read_program(Child& child, unsigned char* to, std::size_t bytes, std::uint64_t from) {
  const int fd = open("/proc/self/exe", O_RDONLY);
  const ssize_t got = pread(fd, to, bytes, static_cast<off_t>(from));
  child.check(got == static_cast<ssize_t>(bytes), "pread", "", from, 0);
  close(fd);
}

void make_regions(Child& child) {
  unsigned char* const anonymous = mapping_of(20 * kPageBytes, -1);
  for (std::size_t n = 0; n < 10 * kPageBytes; n += 3) anonymous[n] = static_cast<unsigned char>(n);
  auto* const own = static_cast<unsigned char*>(rt::pages(5 * kPageBytes));
  own[7] = 7;
  child.check(rt::pages_at(kFixed, kFixedBytes, kFixedOpen), "no fixed range", "", 0, 0);
  std::memset(reinterpret_cast<void*>(kFixed), 9, 3 * kPageBytes);
  child.regions[0] = {"a variable", variable, sizeof variable};
  child.regions[1] = {"a mapping", anonymous, 20 * kPageBytes};
  child.regions[2] = {"a mapping of a file", mapping_of_file(), 8 * kPageBytes};
  child.regions[3] = {"the runtime's own memory", own, 5 * kPageBytes};
  child.regions[4] = {"a fixed range", reinterpret_cast<unsigned char*>(kFixed), kFixedOpen};
  child.regions[5] = {"a large mapping", mapping_of(kLarge, -1), kLarge};
  for (Region& region : child.regions) {
    child.check(region.at != nullptr, "no memory", region.name, 0, 0);
    auto* const copy = static_cast<unsigned char*>(rt::kept_pages(region.bytes));
    // Pages that were not read before the snapshot: a copy would read them.
    if (&region == &child.regions[2])
      read_program(child, copy, region.bytes, 0);
    else if (&region != &child.regions[5])
      std::memcpy(copy, region.at, region.bytes);
    region.before = copy;
  }
}

// One write, by the program or by the kernel.
void write_somewhere(Child& child, const Region& region) {
  const std::uint64_t at = child.draw(region.bytes), kind = child.draw(6);
  const std::uint64_t most = region.bytes - at, run = 1 + child.draw(most < 9000 ? most : 9000);
  switch (kind) {
    case 0: region.at[at] = static_cast<unsigned char>(child.draw(256)); break;
    case 1: region.at[at] = region.at[at]; break;  // a write that changes nothing
    case 2: std::memset(region.at + at, static_cast<int>(child.draw(256)), run); break;
    case 3: std::memset(region.at + at, 0, run); break;
    case 4: read_program(child, region.at + at, run, child.draw(4096)); break;
    default: std::memset(region.at, static_cast<int>(child.draw(256)), region.bytes);
  }
}

void compare(Child& child, std::uint32_t round, bool large) {
  for (const Region& region : child.regions)
    for (std::size_t at = 0; at < region.bytes && (large || region.bytes != kLarge); at += kPageBytes)
      if (std::memcmp(region.at + at, region.before + at, kPageBytes) != 0)
        child.check(false, "not brought back", region.name, at, round);
}

// Pages that differ from the snapshot are known to have been written to, and the snapshot has what was there.
void check_written(Child& child, std::uint32_t round) {
  struct Seen {
    const Region* region;
    bool pages[kLarge / kPageBytes];
  };
  static Seen* seen = nullptr;
  seen = static_cast<Seen*>(
      mmap(nullptr, sizeof(Seen), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  for (const Region& region : child.regions) {
    std::memset(seen, 0, sizeof *seen);
    seen->region = &region;
    const bool known = rt::each_written_range(
        [](rt::PageRange range, void* to) {
          auto* all = static_cast<Seen*>(to);
          const auto begin = reinterpret_cast<std::uint64_t>(all->region->at);
          for (std::uint64_t page = range.begin; page < range.end; page += kPageBytes)
            if (page - begin < all->region->bytes) all->pages[(page - begin) / kPageBytes] = true;
        },
        seen);
    child.check(known, "written pages are not known", region.name, 0, round);
    for (std::size_t at = 0; at < region.bytes; at += kPageBytes) {
      if (std::memcmp(region.at + at, region.before + at, kPageBytes) != 0)
        child.check(seen->pages[at / kPageBytes], "a written page is not listed", region.name, at, round);
      const std::uint64_t* saved = rt::page_in_snapshot(reinterpret_cast<std::uint64_t>(region.at + at));
      static const unsigned char zeros[kPageBytes] = {};
      child.check(std::memcmp(saved != nullptr ? static_cast<const void*>(saved) : zeros, region.before + at,
                              kPageBytes) == 0,
                  "the snapshot has another page", region.name, at, round);
    }
  }
  munmap(seen, sizeof *seen);
}

void explore(void* argument) {
  Child child = *static_cast<Child*>(argument);
  make_regions(child);
  if (!rt::take_snapshot(child.tracking, 100)) child.end();
  child.report->taken = true;
  const std::uint32_t rounds = child.tracking == Tracking::kCopy ? kRoundsOfCopies : kRounds;
  for (std::uint32_t round = 1; round <= rounds; ++round) {
    child.report->rounds = round;
    bool large = round % 100 == 0;
    for (std::uint64_t writes = child.draw(12); writes > 0; --writes) {
      // The large one seldom: it takes time.
      const std::uint64_t region = child.draw(60);
      write_somewhere(child, child.regions[region == 0 ? 5 : region % 5]);
      large |= region == 0;
    }
    if (round == 20) {  // more of a range is opened: there was nothing before
      child.check(rt::open_pages_at(kFixed, kFixedBytes) != 0, "not opened", "", 0, round);
      auto* const copy = static_cast<unsigned char*>(rt::kept_pages(kFixedBytes));
      std::memcpy(copy, child.regions[4].before, kFixedOpen);
      child.regions[4].bytes = kFixedBytes;
      child.regions[4].before = copy;
    }
    if (child.tracking == Tracking::kWriteProtect && round % 40 == 0) check_written(child, round);
    child.check(rt::return_to_snapshot(), "no return", "", 0, round);
    compare(child, round, large);
  }
  child.report->finished = true;
  child.end();
}

// Runs `entry` in a child, on a kept stack. False: it has ended by a signal.
bool run_child(Child& child, void (*entry)(void*)) {
  const pid_t pid = fork();
  if (pid == 0) {
    rt::find_thread_pointer_instruction();
    rt::learn_tls();
    constexpr std::size_t kStack = 1u << 20;
    void* const top = static_cast<char*>(rt::kept_pages(kStack)) + kStack;
    void* unused = nullptr;
    rt::stalemate_rt_switch(&unused, rt::prepare_stack(top, entry, &child));
  }
  int status = 0;
  waitpid(pid, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool kernel_tells_writes() {
  Child child(Tracking::kWriteProtect);
  run_child(child, [](void* argument) {
    Child child = *static_cast<Child*>(argument);
    child.report->taken = rt::take_snapshot(Tracking::kWriteProtect, 100);
    child.end();
  });
  return child.report->taken;
}

void expect_all_brought_back(Tracking tracking) {
  Child child(tracking);
  EXPECT_TRUE(run_child(child, explore)) << "round " << child.report->rounds;
  EXPECT_TRUE(child.report->taken);
  EXPECT_STREQ(child.report->failure, "");
  EXPECT_TRUE(child.report->finished) << "round " << child.report->rounds;
}

TEST(Snapshot, BringsBackWhatTheKernelSaysWasWritten) {
  if (!kernel_tells_writes()) GTEST_SKIP() << "this kernel does not say which pages were written to";
  expect_all_brought_back(Tracking::kWriteProtect);
}

TEST(Snapshot, BringsBackEverythingWhereTheKernelDoesNotSay) { expect_all_brought_back(Tracking::kCopy); }

// The kernel writes there when it likes: as a page that is always written to, it is never a new one.
void write_where_the_kernel_does() {
  const std::uint64_t words = rt::kernel_words().begin, page = words & ~(kPageBytes - 1);
  if (words == 0) return;
  auto* const beside = reinterpret_cast<volatile char*>(words - page >= 64 ? words - 64 : words + 64);
  *beside = *beside;
}

// Words of a mapping that differ from the snapshot, and no others.
void explore_changes(void* argument) {
  Child child = *static_cast<Child*>(argument);
  rt::prepare_changed_memory();
  constexpr std::size_t kWords = 6 * kPageBytes / 8;
  auto* const words = reinterpret_cast<std::uint64_t*>(mapping_of(kWords * 8, -1));
  for (std::size_t n = 0; n < kWords / 2; ++n) words[n] = n;
  if (!rt::take_snapshot(Tracking::kWriteProtect, 100)) child.end();
  child.report->taken = true;
  rt::complete_changed_memory();
  auto* const changed = static_cast<bool*>(rt::kept_pages(kWords));
  for (std::uint32_t round = 1; round <= 60; ++round) {
    child.report->rounds = round;
    rt::begin_changed_memory();
    for (std::uint64_t writes = child.draw(40); writes > 0; --writes)
      words[child.draw(kWords)] = child.draw(5);
    write_where_the_kernel_does();
    const rt::Learned first = rt::learn_changed_pages();
    child.check(first != rt::Learned::kTooMany, "too many pages", "", 0, round);
    child.check(rt::learn_changed_pages() == rt::Learned::kNothing, "the same pages are new again", "", 0,
                round);
    constexpr std::uint32_t kAllKnown = 30;  // pages, by then
    child.check(round < kAllKnown || first == rt::Learned::kNothing, "a known page is new", "", 0, round);
    std::memset(changed, 0, kWords);
    std::uint64_t last = 0;
    rt::each_changed_word([&](std::uint64_t address, std::uint64_t word) {
      child.check(address > last, "not by address", "", address, round);
      last = address;
      const std::uint64_t n = (address - reinterpret_cast<std::uint64_t>(words)) / 8;
      if (n >= kWords) return;
      changed[n] = true;
      child.check(word == words[n], "another word", "", n, round);
    });
    for (std::size_t n = 0; n < kWords; ++n)
      child.check(changed[n] == (words[n] != (n < kWords / 2 ? n : 0)), "a changed word", "", n, round);
    child.check(rt::return_to_snapshot(), "no return", "", 0, round);
  }
  child.report->finished = true;
  child.end();
}

TEST(ChangedMemory, IsEachWordThatDiffersFromTheSnapshot) {
  if (!kernel_tells_writes()) GTEST_SKIP() << "this kernel does not say which pages were written to";
  Child child(Tracking::kWriteProtect);
  EXPECT_TRUE(run_child(child, explore_changes)) << "round " << child.report->rounds;
  EXPECT_STREQ(child.report->failure, "");
  EXPECT_TRUE(child.report->finished) << "round " << child.report->rounds;
}

}  // namespace
}  // namespace stalemate::test

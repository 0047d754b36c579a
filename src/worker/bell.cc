#include "worker/bell.h"

#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace stalemate::host {
namespace {

#ifndef SYS_futex_waitv
#define SYS_futex_waitv 449
#endif

// The kernel's struct futex_waitv and its limit; spelled out because older headers lack them.
struct WaitEntry {
  std::uint64_t value;
  std::uint64_t address;
  std::uint32_t flags;
  std::uint32_t reserved;
};
constexpr std::uint32_t kSize32 = 2;
constexpr std::size_t kMostEntries = 128;

std::uint32_t* word_of(std::atomic<std::uint32_t>& bell) { return reinterpret_cast<std::uint32_t*>(&bell); }

void sleep_on_one(const Bell& bell, unsigned milliseconds) {
  const timespec limit{milliseconds / 1000, static_cast<long>(milliseconds % 1000) * 1000000};
  syscall(SYS_futex, word_of(*bell.word), FUTEX_WAIT, bell.seen, &limit, nullptr, 0);
}

// False: this kernel cannot wait for several at once.
bool sleep_on_many(std::span<const Bell> bells, unsigned milliseconds) {
  std::array<WaitEntry, kMostEntries> entries;
  const std::size_t count = std::min(bells.size(), kMostEntries);
  for (std::size_t n = 0; n < count; ++n)
    entries[n] = {bells[n].seen, reinterpret_cast<std::uint64_t>(bells[n].word), kSize32, 0};
  timespec limit{};
  clock_gettime(CLOCK_MONOTONIC, &limit);
  limit.tv_nsec += static_cast<long>(milliseconds % 1000) * 1000000;
  limit.tv_sec += milliseconds / 1000 + limit.tv_nsec / 1000000000;
  limit.tv_nsec %= 1000000000;
  const long woken = syscall(SYS_futex_waitv, entries.data(), count, 0, &limit, CLOCK_MONOTONIC);
  return woken >= 0 || (errno != ENOSYS && errno != EPERM);
}

}  // namespace

void ring(std::atomic<std::uint32_t>& bell) {
  bell.fetch_add(1, std::memory_order_seq_cst);
  syscall(SYS_futex, word_of(bell), FUTEX_WAKE, 1, nullptr, nullptr, 0);
}

void sleep_on(std::span<const Bell> bells, unsigned milliseconds) {
  if (bells.empty()) {
    const timespec limit{milliseconds / 1000, static_cast<long>(milliseconds % 1000) * 1000000};
    nanosleep(&limit, nullptr);
  } else if (bells.size() == 1) {
    sleep_on_one(bells[0], milliseconds);
  } else if (!sleep_on_many(bells, milliseconds)) {
    sleep_on_one(bells[0], std::min(milliseconds, 1u));  // the others are polled every millisecond
  }
}

unsigned usable_cpus() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
  return std::max(1u, static_cast<unsigned>(CPU_COUNT(&set)));
}

}  // namespace stalemate::host

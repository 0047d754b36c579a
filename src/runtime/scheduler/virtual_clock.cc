#include "runtime/scheduler/virtual_clock.h"
#include "runtime/scheduler/arguments.h"

#include <sched.h>
#include <sys/time.h>
#include <unistd.h>
#include <cerrno>

#include "runtime/core/fiber.h"
#include "runtime/core/state.h"
#include "runtime/platform/originals.h"
#include "runtime/scheduler/cancel.h"
#include "runtime/scheduler/scheduler.h"
#include "runtime/scheduler/scheduler_hooks.h"
#include "runtime/scheduler/stretch.h"
#include "runtime/scheduler/sync_object.h"
#include "runtime/shadow/vector_clock.h"

namespace stalemate::rt {

namespace {

constexpr std::uint64_t kLook = 1000;  // reading the clock takes time, so that polling ends

bool is_wall(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI;
}
bool is_cpu(clockid_t clock) {
  return clock < 0 || clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID;
}
std::uint64_t start_of(clockid_t clock) {
  return is_wall(clock) ? kWallStart : is_cpu(clock) ? 0 : kMonotonicStart;
}
// What the clock shows when virtual time is `time`.
std::uint64_t shown_by(clockid_t clock, std::uint64_t time) {
  return start_of(clock) + (time - kMonotonicStart);
}

std::uint64_t look(clockid_t clock) {
  g.uses_time = true;
  g.uses_state |= wire::kLooksAtClock;
  ++g.clock_looks;
  g.current->clock += kLook;
  if (racing.tracked) is_cpu(clock) ? track_unseen() : track_look();
  return shown_by(clock, g.current->clock);
}

timespec to_timespec(std::uint64_t ns) {
  return {static_cast<time_t>(ns / kSecond), static_cast<long>(ns % kSecond)};
}

// 146 years: a longer wait is one of so many.
constexpr std::uint64_t kForever = std::uint64_t{1} << 62;

std::uint64_t to_ns(const timespec& t) {
  if (t.tv_sec < 0) return 0;
  const auto seconds = static_cast<std::uint64_t>(t.tv_sec);
  return seconds < kForever / kSecond ? seconds * kSecond + static_cast<std::uint64_t>(t.tv_nsec) : kForever;
}

// False: a signal handler interrupted it.
bool sleep(std::uintptr_t pc) {
  cancellation_point();
  announce(OpKind::kSleep, 0, pc);
  if (pass_cancellable(nullptr, true, true)) be_cancelled();
  return !(g.signals && deliver_pending());
}

bool sleep_until(std::uint64_t deadline, std::uintptr_t pc) {
  const bool slept = sleep(pc);
  if (slept) reach(deadline);
  return slept;
}

// The time is read afterwards, so that a loop that sleeps leaves the same traces in every round.
bool sleep_for(std::uint64_t ns, std::uintptr_t pc) {
  const bool slept = sleep(pc);
  if (slept) reach(g.current->clock + ns);
  return slept;
}

}  // namespace

bool sleep_through(const timespec& duration, std::uintptr_t pc) { return sleep_for(to_ns(duration), pc); }

void reach(std::uint64_t deadline) {
  g.uses_time = true;
  if (deadline > g.current->clock) g.current->clock = deadline;
}

void carry_time(SyncObject* object, bool changes) {
  if (!g.uses_time) return;
  std::uint64_t& own = g.current->clock;
  if (object->clock > own) own = object->clock;
  if (!changes) {
    if (own > object->read_clock) object->read_clock = own;
    return;
  }
  if (object->read_clock > own) own = object->read_clock;
  object->clock = own;
}

void carry_time(const volatile void* on, bool changes) {
  if (g.uses_time) carry_time(object_at(const_cast<const void*>(on)), changes);
}

std::uint64_t virtual_deadline(clockid_t clock, const timespec& until) {
  const std::uint64_t at = to_ns(until);
  return at <= start_of(clock) ? 0 : at - start_of(clock) + kMonotonicStart;
}

}  // namespace stalemate::rt

using namespace stalemate;
using namespace stalemate::rt;

STALEMATE_INTERPOSED int clock_gettime(clockid_t clock, timespec* now) {
  if (!g.active) return real().clock_gettime(clock, now);
  writes_argument(now, sizeof *now, STALEMATE_CALLER);
  *now = to_timespec(look(clock));
  return 0;
}

STALEMATE_INTERPOSED int gettimeofday(struct timeval* now, void* zone) {
  if (!g.active) return real().gettimeofday(now, zone);
  writes_argument(now, sizeof *now, STALEMATE_CALLER);
  const std::uint64_t ns = look(CLOCK_REALTIME);
  now->tv_sec = static_cast<time_t>(ns / kSecond);
  now->tv_usec = static_cast<suseconds_t>(ns % kSecond / 1000);
  return 0;
}

STALEMATE_INTERPOSED time_t time(time_t* now) {
  if (!g.active) return real().time(now);
  writes_argument(now, sizeof *now, STALEMATE_CALLER);
  const auto seconds = static_cast<time_t>(look(CLOCK_REALTIME) / kSecond);
  if (now != nullptr) *now = seconds;
  return seconds;
}

STALEMATE_INTERPOSED int timespec_get(timespec* now, int base) {
  if (!g.active) return real().timespec_get(now, base);
  if (base != TIME_UTC) return 0;
  writes_argument(now, sizeof *now, STALEMATE_CALLER);
  *now = to_timespec(look(CLOCK_REALTIME));
  return base;
}

STALEMATE_INTERPOSED clock_t clock() {
  if (!g.active) return real().clock();
  return static_cast<clock_t>(look(CLOCK_PROCESS_CPUTIME_ID) / (kSecond / CLOCKS_PER_SEC));
}

STALEMATE_INTERPOSED int nanosleep(const timespec* duration, timespec* left) {
  if (!g.active) return real().nanosleep(duration, left);
  reads_argument(duration, sizeof *duration, STALEMATE_CALLER);
  if (!is_valid(*duration) || duration->tv_sec < 0) {
    errno = EINVAL;
    return -1;
  }
  if (sleep_through(*duration, STALEMATE_CALLER)) return 0;
  writes_argument(left, sizeof *left, STALEMATE_CALLER);
  if (left != nullptr) *left = *duration;  // no virtual time has passed
  errno = EINTR;
  return -1;
}

STALEMATE_INTERPOSED int clock_nanosleep(clockid_t clock, int flags, const timespec* when, timespec* left) {
  if (!g.active) return real().clock_nanosleep(clock, flags, when, left);
  reads_argument(when, sizeof *when, STALEMATE_CALLER);
  if (!is_valid(*when)) return EINVAL;
  if ((flags & TIMER_ABSTIME) != 0)
    return sleep_until(virtual_deadline(clock, *when), STALEMATE_CALLER) ? 0 : EINTR;
  if (sleep_for(to_ns(*when), STALEMATE_CALLER)) return 0;
  writes_argument(left, sizeof *left, STALEMATE_CALLER);
  if (left != nullptr) *left = *when;
  return EINTR;
}

STALEMATE_INTERPOSED unsigned sleep(unsigned seconds) {
  if (!g.active) return real().sleep(seconds);
  return sleep_for(seconds * kSecond, STALEMATE_CALLER) ? 0 : seconds;
}

STALEMATE_INTERPOSED int usleep(useconds_t microseconds) {
  if (!g.active) return real().usleep(microseconds);
  if (sleep_for(std::uint64_t{microseconds} * 1000, STALEMATE_CALLER)) return 0;
  errno = EINTR;
  return -1;
}

STALEMATE_INTERPOSED int sched_yield() noexcept {
  if (!g.active) return real().sched_yield();
  announce(OpKind::kYield, 0, STALEMATE_CALLER);
  pass_enabled();
  return 0;
}

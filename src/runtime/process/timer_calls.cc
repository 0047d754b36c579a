// The functions by which a program requests signals at a later time. Timers of real time that send a signal
// are virtual (timers.h); those of processor time, and those that start a thread, are the kernel's.
#include <sys/time.h>
#include <unistd.h>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <ctime>

#include "runtime/core/fiber.h"
#include "runtime/core/state.h"
#include "runtime/isolation/kernel_state.h"
#include "runtime/log/effects.h"
#include "runtime/log/ledger.h"
#include "runtime/platform/originals.h"
#include "runtime/process/signals.h"
#include "runtime/process/timers.h"
#include "runtime/scheduler/arguments.h"
#include "runtime/scheduler/virtual_clock.h"

using namespace stalemate;
using namespace stalemate::rt;

namespace {

constexpr std::uint64_t kMicrosecond = 1000;

std::uint64_t nanoseconds(const timeval& time) {
  return static_cast<std::uint64_t>(time.tv_sec) * kSecond +
         static_cast<std::uint64_t>(time.tv_usec) * kMicrosecond;
}
std::uint64_t nanoseconds(const timespec& time) {
  return static_cast<std::uint64_t>(time.tv_sec) * kSecond + static_cast<std::uint64_t>(time.tv_nsec);
}
timeval as_timeval(std::uint64_t time) {
  return {static_cast<time_t>(time / kSecond), static_cast<suseconds_t>(time % kSecond / kMicrosecond)};
}
timespec as_timespec(std::uint64_t time) {
  return {static_cast<time_t>(time / kSecond), static_cast<long>(time % kSecond)};
}

// Of an armed timer at least one unit, as in the kernel.
std::uint64_t remaining(const TimerSetting& setting, std::uint64_t unit) {
  if (setting.deadline == 0) return 0;
  const std::uint64_t now = g.current->clock;
  const std::uint64_t left = setting.deadline > now ? setting.deadline - now : 1;
  return (left + unit - 1) / unit * unit;
}

// When the signal comes is not explored.
void note_timer(const char* call, std::uintptr_t pc) {
  note_uncontrolled(wire::Uncontrolled::kSignal, pc, call);
  log_opaque();
  g.uses_time = true;
}

// The deadline of a timer that expires after this delay; 0: never.
std::uint64_t after(std::uint64_t delay) { return delay == 0 ? 0 : g.current->clock + delay; }

std::uint64_t set_alarm(std::uint64_t delay, std::uint64_t interval, std::uint64_t unit) {
  const std::uint64_t before = remaining(timer_setting(kAlarmTimer), unit);
  arm_timer(kAlarmTimer, {after(delay), interval});
  return before;
}

std::uint32_t number_of(timer_t timer) {
  return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(timer) >> 8);
}

// Ours are numbers that the kernel and libc do not use: small multiples of 256, with a mark.
constexpr std::uintptr_t kMark = 0xa5;
bool is_ours(timer_t timer) {
  const auto bits = reinterpret_cast<std::uintptr_t>(timer);
  return g.active && (bits & 0xff) == kMark && bits >> 8 < 0x10000 && is_timer(number_of(timer));
}

void note_kernel_timer(const char* call, std::uintptr_t pc) {
  note_timer(call, pc);
  touch_kernel_state(call);
  expect_timer();
}

}  // namespace

STALEMATE_INTERPOSED unsigned alarm(unsigned seconds) noexcept {
  if (!g.active) return real().alarm(seconds);
  if (seconds != 0) note_timer("alarm", STALEMATE_CALLER);
  return static_cast<unsigned>(set_alarm(seconds * kSecond, 0, kSecond) / kSecond);
}

STALEMATE_INTERPOSED useconds_t ualarm(useconds_t delay, useconds_t interval) noexcept {
  if (!g.active) return real().ualarm(delay, interval);
  if (delay != 0) note_timer("ualarm", STALEMATE_CALLER);
  return static_cast<useconds_t>(set_alarm(delay * kMicrosecond, interval * kMicrosecond, kMicrosecond) /
                                 kMicrosecond);
}

STALEMATE_INTERPOSED int setitimer(__itimer_which_t which, const itimerval* time, itimerval* old) noexcept {
  if (!g.active) return real().setitimer(which, time, old);
  reads_argument(time, sizeof *time, STALEMATE_CALLER);
  writes_argument(old, sizeof *old, STALEMATE_CALLER);
  const bool arms = time != nullptr && nanoseconds(time->it_value) != 0;
  if (which != ITIMER_REAL || time == nullptr) {
    if (arms) note_kernel_timer("setitimer", STALEMATE_CALLER);
    return real().setitimer(which, time, old);
  }
  if (arms) note_timer("setitimer", STALEMATE_CALLER);
  const std::uint64_t interval = timer_setting(kAlarmTimer).interval;
  const std::uint64_t left =
      set_alarm(nanoseconds(time->it_value), nanoseconds(time->it_interval), kMicrosecond);
  if (old != nullptr) *old = {as_timeval(interval), as_timeval(left)};
  return 0;
}

STALEMATE_INTERPOSED int getitimer(__itimer_which_t which, itimerval* time) noexcept {
  writes_argument(time, sizeof *time, STALEMATE_CALLER);
  if (!g.active || which != ITIMER_REAL) return real().getitimer(which, time);
  const TimerSetting setting = timer_setting(kAlarmTimer);
  *time = {as_timeval(setting.interval), as_timeval(remaining(setting, kMicrosecond))};
  return 0;
}

STALEMATE_INTERPOSED int timer_create(clockid_t clock, sigevent* event, timer_t* made) noexcept {
  if (!g.active) return real().timer_create(clock, event, made);
  reads_argument(event, sizeof *event, STALEMATE_CALLER);
  writes_argument(made, sizeof *made, STALEMATE_CALLER);
  const bool sends = event == nullptr || event->sigev_notify == SIGEV_SIGNAL;
  const std::uint32_t timer =
      sends && can_wait_for(clock) ? make_timer(event == nullptr ? SIGALRM : event->sigev_signo, clock) : 0;
  if (timer == 0) {
    note_kernel_timer("timer_create", STALEMATE_CALLER);
    return real().timer_create(clock, event, made);
  }
  note_timer("timer_create", STALEMATE_CALLER);
  *made = reinterpret_cast<timer_t>(std::uintptr_t{timer} << 8 | kMark);
  return 0;
}

STALEMATE_INTERPOSED int timer_settime(timer_t timer, int flags, const itimerspec* time,
                                       itimerspec* old) noexcept {
  reads_argument(time, sizeof *time, STALEMATE_CALLER);
  writes_argument(old, sizeof *old, STALEMATE_CALLER);
  if (!is_ours(timer)) return real().timer_settime(timer, flags, time, old);
  if (!is_valid(time->it_value) || !is_valid(time->it_interval)) {
    errno = EINVAL;
    return -1;
  }
  const TimerSetting before = timer_setting(number_of(timer));
  if (old != nullptr) *old = {as_timespec(before.interval), as_timespec(remaining(before, 1))};
  const std::uint64_t delay = nanoseconds(time->it_value);
  const bool absolute = (flags & TIMER_ABSTIME) != 0 && delay != 0;
  const std::uint64_t deadline =
      absolute ? virtual_deadline(clock_of_timer(number_of(timer)), time->it_value) : after(delay);
  arm_timer(number_of(timer), {deadline, nanoseconds(time->it_interval)});
  return 0;
}

STALEMATE_INTERPOSED int timer_gettime(timer_t timer, itimerspec* time) noexcept {
  writes_argument(time, sizeof *time, STALEMATE_CALLER);
  if (!is_ours(timer)) return real().timer_gettime(timer, time);
  const TimerSetting setting = timer_setting(number_of(timer));
  *time = {as_timespec(setting.interval), as_timespec(remaining(setting, 1))};
  return 0;
}

STALEMATE_INTERPOSED int timer_getoverrun(timer_t timer) noexcept {
  return is_ours(timer) ? 0 : real().timer_getoverrun(timer);
}

STALEMATE_INTERPOSED int timer_delete(timer_t timer) noexcept {
  if (!is_ours(timer)) return real().timer_delete(timer);
  drop_timer(number_of(timer));
  return 0;
}

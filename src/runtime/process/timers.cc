#include "runtime/process/timers.h"

#include "runtime/core/fiber.h"
#include "runtime/core/state.h"
#include "runtime/process/signals.h"

namespace stalemate::rt {

namespace {

constexpr std::uint32_t kTimers = 64;
constexpr std::uint32_t kIdleSteps = 4;  // successive ones, after which nothing else is expected

struct Timer {
  bool used;
  int signal;
  clockid_t clock;
  TimerSetting setting;
};

Timer timers[kTimers];
std::uint32_t idle_steps = 0;

void count_armed() {
  g.timers = 0;
  for (const Timer& timer : timers) g.timers += timer.used && timer.setting.deadline != 0;
}

Timer* earliest() {
  Timer* first = nullptr;
  for (Timer& timer : timers) {
    const std::uint64_t deadline = timer.used ? timer.setting.deadline : 0;
    if (deadline != 0 && (first == nullptr || deadline < first->setting.deadline)) first = &timer;
  }
  return first;
}

}  // namespace

void renew_timers() {
  for (Timer& timer : timers) timer = Timer{};
  timers[kAlarmTimer] = {true, SIGALRM, CLOCK_REALTIME, {}};
  idle_steps = 0;
  g.timers = 0;
}

clockid_t clock_of_timer(std::uint32_t timer) { return timers[timer].clock; }

std::uint32_t make_timer(int signal, clockid_t clock) {
  for (std::uint32_t n = kAlarmTimer + 1; n < kTimers; ++n) {
    if (timers[n].used) continue;
    timers[n] = {true, signal, clock, {}};
    return n;
  }
  return 0;
}

bool is_timer(std::uint32_t timer) { return timer > kAlarmTimer && timer < kTimers && timers[timer].used; }

void drop_timer(std::uint32_t timer) {
  timers[timer] = Timer{};
  count_armed();
}

void arm_timer(std::uint32_t timer, TimerSetting setting) {
  timers[timer].setting = setting;
  idle_steps = 0;
  count_armed();
}

TimerSetting timer_setting(std::uint32_t timer) { return timers[timer].setting; }

void note_idle_step() { ++idle_steps; }

bool expire_timers(bool stuck) {
  while (Timer* const timer = earliest()) {
    TimerSetting& setting = timer->setting;
    const std::uint64_t deadline = setting.deadline;
    const bool due = stuck || g.last->clock >= deadline || idle_steps >= kIdleSteps;
    if (!due || !may_post_parked(timer->signal)) return false;
    setting.deadline = setting.interval != 0 ? deadline + setting.interval : 0;
    count_armed();
    idle_steps = 0;
    Fiber* const receiver = post_parked(timer->signal);
    if (receiver == nullptr) {  // blocked or ignored: the same would happen again
      setting.deadline = 0;
      count_armed();
      continue;
    }
    if (receiver->clock < deadline) receiver->clock = deadline;
    return true;
  }
  return false;
}

}  // namespace stalemate::rt

// Timers that send a signal: alarm, setitimer of real time, timer_create with SIGEV_SIGNAL. They are virtual
// (S12): one expires when no thread can take a step, when the thread that ran last has waited past its
// deadline, or when threads only yield and poll; the earliest first. Other moments are not explored, so that
// the ledger has an entry, and the coverage is partial. A signal that would end the process is sent only if a
// thread waits for signals: a time limit of a whole program does not turn its deadlocks into crashes.
#pragma once

#include <cstdint>
#include <ctime>

#include "runtime/scheduler/scheduler_hooks.h"

namespace stalemate::rt {

inline constexpr std::uint32_t kAlarmTimer = 0;  // of alarm() and setitimer()

struct TimerSetting {
  std::uint64_t deadline = 0;  // virtual nanoseconds; 0: not armed
  std::uint64_t interval = 0;  // 0: once
};

// An execution begins: there are no timers.
void renew_timers();
// A new one, which is not armed; 0: there is no room.
std::uint32_t make_timer(int signal, clockid_t clock);
clockid_t clock_of_timer(std::uint32_t timer);
void drop_timer(std::uint32_t timer);
bool is_timer(std::uint32_t timer);
void arm_timer(std::uint32_t timer, TimerSetting setting);
TimerSetting timer_setting(std::uint32_t timer);

}  // namespace stalemate::rt

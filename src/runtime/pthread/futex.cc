#include "runtime/pthread/futex.h"

#include <linux/futex.h>
#include <cerrno>

#include "runtime/core/fiber.h"
#include "runtime/core/state.h"
#include "runtime/log/call_stack.h"
#include "runtime/log/effects.h"
#include "runtime/log/ledger.h"
#include "runtime/pthread/process_shared.h"
#include "runtime/races/synchronizes.h"
#include "runtime/scheduler/private_atomics.h"
#include "runtime/scheduler/scheduler.h"
#include "runtime/scheduler/spurious_events.h"
#include "runtime/scheduler/sync_object.h"
#include "runtime/scheduler/virtual_clock.h"

namespace stalemate::rt {

namespace {

// kFutexWoken's note if no thread woke it.
constexpr std::uint32_t kTimedOut = 1;
constexpr std::uint32_t kNoReason = 3;

std::uint64_t name(const std::uint32_t* word) { return reinterpret_cast<std::uint64_t>(word); }

int check_word(const std::uint32_t* word) {
  if ((name(word) & 3) != 0) return EINVAL;
  return word == nullptr ? EFAULT : 0;
}

struct Deadline {
  bool set = false;
  bool valid = true;
  std::uint64_t at = 0;  // in the thread's virtual time
};

// libc++ wakes its waits every two seconds, to check again. The program did not request that: it is a
// spurious wake-up, which does not prevent a deadlock (S5).
bool is_precaution(const FutexCall& call, const timespec& time) {
  return time.tv_sec == 2 && time.tv_nsec == 0 && in_support_library(call.pc);
}

// FUTEX_WAIT has a duration, FUTEX_WAIT_BITSET a deadline.
Deadline deadline_of(const FutexCall& call, bool absolute) {
  const auto* time = reinterpret_cast<const timespec*>(call.timeout);
  if (time == nullptr || (!absolute && is_precaution(call, *time))) return {};
  if (time->tv_sec < 0 || time->tv_nsec < 0 || time->tv_nsec >= static_cast<long>(kSecond))
    return {true, false, 0};
  const bool wall = (call.operation & FUTEX_CLOCK_REALTIME) != 0;
  if (absolute) return {true, true, virtual_deadline(wall ? CLOCK_REALTIME : CLOCK_MONOTONIC, *time)};
  const auto seconds = static_cast<std::uint64_t>(time->tv_sec);
  return {true, true, g.current->clock + seconds * kSecond + static_cast<std::uint64_t>(time->tv_nsec)};
}

long wait(const FutexCall& call, bool absolute, std::uint32_t bits) {
  if (bits == 0) return -EINVAL;
  if (const int error = check_word(call.word); error != 0) return -error;
  Fiber* self = g.current;
  announce(OpKind::kFutexWait, name(call.word), call.pc);
  pass_enabled();
  if (private_atomics_are_on) note_step_on(name(call.word), sizeof *call.word);
  log_expected(OpKind::kFutexWait, call.value);
  check_use(call.word, "futex", call.pc);
  access_memory(call.word, false, call.pc);
  const Deadline deadline = deadline_of(call, absolute);
  if (!deadline.valid) {
    log_opaque();
    return -EINVAL;
  }
  SyncObject* futex = object_at(call.word);
  meet_clock(futex->clock);
  note_detail(*call.word, sizeof *call.word);
  if (*call.word != call.value) {
    note_value(1);
    return -EAGAIN;
  }
  self->signaled = false;
  self->may_time_out = deadline.set;
  self->wake_bits = bits;
  const bool spurious = wakes_for_no_reason(OpKind::kFutexWait);
  if (!spurious) link_sleeper(futex, self);
  if (spurious || deadline.set) log_effect(OpKind::kFutexWoken, spurious ? kNoReason : kTimedOut);
  announce(OpKind::kFutexWoken, name(call.word), call.pc);
  pass(nullptr, deadline.set || spurious, true);
  if (self->signaled) return 0;
  if (spurious) {
    note_value(kNoReason);
    return 0;
  }
  unlink_sleeper(self->sleeps_on, self);  // another futex than before, if it was moved
  if (deadline.at > self->clock) self->clock = deadline.at;
  note_value(kTimedOut);
  return -ETIMEDOUT;
}

// The threads it wakes acquire what the caller releases; those that only read the word do not.
void release_to_sleepers(SyncObject* futex) {
  if (racing.now != 0) release(futex->wake_released);
}

void wake(SyncObject* futex, Fiber* sleeper) {
  log_effect(OpKind::kFutexWake, sleeper->id);
  unlink_sleeper(futex, sleeper);
  sleeper->signaled = true;
  if (racing.now != 0) teach_clock(sleeper->id, futex->wake_released);
  if (futex->clock > sleeper->clock) sleeper->clock = futex->clock;
  set_enabled(sleeper, true);
}

void move(SyncObject* from, SyncObject* to, Fiber* sleeper) {
  unlink_sleeper(from, sleeper);
  link_sleeper(to, sleeper);
  sleeper->object = to->address;
  if (from->clock > sleeper->clock) sleeper->clock = from->clock;
}

Fiber* nth_with(SyncObject* futex, std::uint32_t bits, std::uint32_t n) {
  for (Fiber* f = futex->sleepers; f != nullptr; f = f->sleep_next)
    if ((f->wake_bits & bits) != 0 && n-- == 0) return f;
  return nullptr;
}

std::uint32_t count_with(SyncObject* futex, std::uint32_t bits) {
  std::uint32_t count = 0;
  while (nth_with(futex, bits, count) != nullptr) ++count;
  return count;
}

// Takes `wanted` of the sleepers that have one of the bits. They are chosen in the order of their creation
// paths, each after the previous one: every set results from exactly one sequence of choices.
template <class Take>
std::uint32_t take_some(SyncObject* futex, std::uint32_t bits, std::uint32_t wanted, Take take) {
  std::uint32_t left = count_with(futex, bits);
  if (wanted > left) wanted = left;
  std::uint32_t passed_over = 0;
  for (std::uint32_t taken = 0; taken < wanted; ++taken) {
    const std::uint32_t alternatives = left - (wanted - taken) + 1;
    const std::uint32_t skip = alternatives > 1 ? choose_value(alternatives, OpKind::kFutexWake) : 0;
    passed_over += skip;
    left -= skip + 1;
    Fiber* sleeper = nth_with(futex, bits, passed_over);
    if (alternatives > 1 || wanted == 1) note_detail(sleeper->id);
    take(sleeper);
  }
  return wanted;
}

std::uint32_t wake_some(SyncObject* futex, std::uint32_t bits, std::uint32_t wanted) {
  return take_some(futex, bits, wanted, [futex](Fiber* sleeper) { wake(futex, sleeper); });
}

// The kernel stops counting after the first that it has woken: zero, or less, is one.
std::uint32_t at_least_one(std::uint32_t count) { return static_cast<int>(count) < 1 ? 1 : count; }

long wake(const FutexCall& call, std::uint32_t bits) {
  if (bits == 0) return -EINVAL;
  if ((name(call.word) & 3) != 0) return -EINVAL;
  announce(OpKind::kFutexWake, name(call.word), call.pc);
  pass_enabled();
  SyncObject* futex = object_at(call.word);
  meet_clock(futex->clock);
  release_to_sleepers(futex);
  const std::uint32_t woken = wake_some(futex, bits, at_least_one(call.value));
  note_value(woken);
  return woken;
}

long requeue(const FutexCall& call, bool compares) {
  const auto to_move = static_cast<std::uint32_t>(call.timeout);
  if (static_cast<int>(call.value) < 0 || static_cast<int>(to_move) < 0) return -EINVAL;
  if (const int error = check_word(call.word); error != 0) return -error;
  if (const int error = check_word(call.other); error != 0) return -error;
  announce(OpKind::kFutexWake, name(call.word), call.pc);
  pass_enabled();
  if (private_atomics_are_on) note_step_on(name(call.word), sizeof *call.word);
  log_opaque();
  if (compares && *call.word != call.third) return -EAGAIN;
  SyncObject* from = object_at(call.word);
  SyncObject* to = object_at(call.other);
  meet_clock(from->clock);
  release_to_sleepers(from);
  const std::uint32_t woken = wake_some(from, ~0u, call.value);
  const std::uint32_t moved =
      take_some(from, ~0u, to_move, [from, to](Fiber* sleeper) { move(from, to, sleeper); });
  note_value(woken + moved);
  return woken + moved;
}

// The twelve bits of a number in FUTEX_WAKE_OP's third value are signed.
std::uint32_t signed12(std::uint32_t bits) {
  return static_cast<std::uint32_t>(static_cast<std::int32_t>(bits << 20) >> 20);
}

std::uint32_t changed(std::uint32_t old, std::uint32_t how, std::uint32_t by) {
  switch (how) {
    case FUTEX_OP_SET: return by;
    case FUTEX_OP_ADD: return old + by;
    case FUTEX_OP_OR: return old | by;
    case FUTEX_OP_ANDN: return old & ~by;
    default: return old ^ by;
  }
}

bool holds(std::uint32_t old, std::uint32_t comparison, std::uint32_t with) {
  const auto a = static_cast<std::int32_t>(old), b = static_cast<std::int32_t>(with);
  switch (comparison) {
    case FUTEX_OP_CMP_EQ: return a == b;
    case FUTEX_OP_CMP_NE: return a != b;
    case FUTEX_OP_CMP_LT: return a < b;
    case FUTEX_OP_CMP_LE: return a <= b;
    case FUTEX_OP_CMP_GT: return a > b;
    default: return a >= b;
  }
}

// Changes the other word, wakes on the first, and on the other one too if its old value compares.
long wake_op(const FutexCall& call) {
  if (const int error = check_word(call.word); error != 0) return -error;
  if (const int error = check_word(call.other); error != 0) return -error;
  const std::uint32_t how = (call.third >> 28) & 7, comparison = (call.third >> 24) & 15;
  if (how > FUTEX_OP_XOR || comparison > FUTEX_OP_CMP_GE) return -ENOSYS;
  announce(OpKind::kFutexWake, name(call.other), call.pc);
  pass_enabled();
  if (private_atomics_are_on) note_step_on(name(call.other), sizeof *call.other);
  log_opaque();
  std::uint32_t by = signed12(call.third >> 12);
  if ((call.third >> 28 & FUTEX_OP_OPARG_SHIFT) != 0) by = 1u << (by & 31);
  const std::uint32_t old = *call.other;
  *call.other = changed(old, how, by);
  SyncObject* futex = object_at(call.word);
  meet_clock(futex->clock);
  release_to_sleepers(futex);
  std::uint32_t woken = wake_some(futex, ~0u, at_least_one(call.value));
  if (holds(old, comparison, signed12(call.third)))
    woken += wake_some(object_at(call.other), ~0u, at_least_one(static_cast<std::uint32_t>(call.timeout)));
  note_value(woken);
  return woken;
}

}  // namespace

long futex(const FutexCall& call) {
  if ((call.operation & FUTEX_PRIVATE_FLAG) == 0)
    refuse_shared_memory(call.word, "a futex shared with a forked process");
  switch (call.operation & ~(FUTEX_PRIVATE_FLAG | FUTEX_CLOCK_REALTIME)) {
    case FUTEX_WAIT: return wait(call, false, FUTEX_BITSET_MATCH_ANY);
    case FUTEX_WAIT_BITSET: return wait(call, true, call.third);
    case FUTEX_WAKE: return wake(call, FUTEX_BITSET_MATCH_ANY);
    case FUTEX_WAKE_BITSET: return wake(call, call.third);
    case FUTEX_REQUEUE: return requeue(call, false);
    case FUTEX_CMP_REQUEUE: return requeue(call, true);
    case FUTEX_WAKE_OP: return wake_op(call);
    default:  // priority inheritance: the kernel expects one of its threads in the word
      note_uncontrolled(wire::Uncontrolled::kSystemCall, call.pc, "futex with priority inheritance");
      return -ENOSYS;
  }
}

}  // namespace stalemate::rt

// The functions by which a program sends, blocks, handles and awaits signals.
#include <pthread.h>
#include <setjmp.h>
#include <unistd.h>
#include <cerrno>
#include <cstdint>
#include <cstring>

#include "runtime/core/fiber.h"
#include "runtime/core/own_signals.h"
#include "runtime/core/state.h"
#include "runtime/log/ledger.h"
#include "runtime/platform/kernel.h"
#include "runtime/platform/originals.h"
#include "runtime/process/signals.h"
#include "runtime/scheduler/arguments.h"
#include "runtime/scheduler/cancel.h"
#include "runtime/scheduler/outside_state.h"
#include "runtime/scheduler/scheduler.h"
#include "runtime/scheduler/sync_object.h"

using namespace stalemate;
using namespace stalemate::rt;

namespace {

SignalSet set_of(const sigset_t& set) {
  SignalSet bits = 0;
  std::memcpy(&bits, &set, sizeof bits);
  return bits;
}

void put_set(SignalSet bits, sigset_t* set) {
  sigemptyset(set);
  std::memcpy(set, &bits, sizeof bits);
}

bool is_signal(int signal) { return signal >= 1 && signal < kSignalsEnd; }

int fail_with(int error) {
  errno = error;
  return -1;
}

void use_disposition(int signal, bool changes, std::uintptr_t pc) {
  use_outside(Outside::kDisposition, static_cast<std::uint64_t>(signal),
              changes ? OutsideUse::kChange : OutsideUse::kRead, "disposition of a signal", pc);
}

bool is_own_group(pid_t process) { return process == 0 || process == -getpgrp(); }

// The numbers that gettid returns: the process's for main, and up from there by slot.
Fiber* fiber_by_number(pid_t number) {
  for (Fiber* f = first_fiber(); f != nullptr; f = f->path_next)
    if (number == getpid() + static_cast<pid_t>(f->slot)) return f;
  return nullptr;
}

int send_to_thread(Fiber* target, int signal, std::uintptr_t pc) {
  if (target == nullptr || (target->finished && target->joined)) return ESRCH;
  if (signal != 0 && !is_signal(signal)) return EINVAL;
  if (signal == 0) return 0;
  use_disposition(signal, false, pc);
  note_sender(pc);
  if (target == g.current) {
    post(target, signal);
    return 0;
  }
  announce(OpKind::kKill, target->slot, pc);
  pass_enabled();
  if (!target->finished) post(target, signal);
  return 0;
}

int change_mask(int how, const sigset_t* set, sigset_t* old) {
  const SignalSet now = mask_of(g.current);
  if (set != nullptr) {
    const SignalSet bits = set_of(*set);
    if (how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK) return EINVAL;
    if (old != nullptr) put_set(now, old);
    set_mask(how == SIG_BLOCK ? now | bits : how == SIG_UNBLOCK ? now & ~bits : bits);
    return 0;
  }
  if (old != nullptr) put_set(now, old);
  return 0;
}

// A signal of the set, when it comes; 0: it did not come in time.
int await_signal(SignalSet set, bool timed, std::uintptr_t pc) {
  Fiber* self = g.current;
  use_signals();
  cancellation_point();
  announce(OpKind::kSignalWait, 0, pc);
  self->awaited = set;
  const bool ready = (pending_signals() & set) != 0;
  bool cancelled = false;
  if (!ready && !timed && timer_expected())
    pass_outside();
  else
    cancelled = pass_cancellable(nullptr, ready || timed, !ready);
  self->awaited = 0;
  if (cancelled) be_cancelled();
  if (const int signal = take_pending(set)) return signal;
  if (timed) {
    note_value(1);
    return 0;
  }
  sigset_t really = {};
  put_set(set, &really);
  return real().sigwaitinfo(&really, nullptr);  // no thread will send it: a timer will
}

int await_into(const sigset_t* set, siginfo_t* cause, bool timed, std::uintptr_t pc) {
  reads_argument(set, sizeof(SignalSet), pc);
  const int signal = await_signal(set_of(*set), timed, pc);
  if (signal <= 0) return fail_with(EAGAIN);
  if (cause == nullptr) return signal;
  writes_argument(cause, sizeof *cause, pc);
  std::memset(cause, 0, sizeof *cause);
  cause->si_signo = signal;
  cause->si_code = SI_TKILL;
  cause->si_pid = getpid();
  cause->si_uid = getuid();
  return signal;
}

// No thread will send a signal, but a timer may: really waits. It is accepted at the next step.
void suspend_really(SignalSet mask) {
  sigset_t really = {};
  put_set(mask, &really);
  real().sigsuspend(&really);
}

// Until a handler has run, under another mask. Entering is a separate step: a signal that is handled before
// it does not end the wait.
int suspend(SignalSet mask, std::uintptr_t pc) {
  Fiber* self = g.current;
  use_signals();
  cancellation_point();
  announce(OpKind::kSignalWait, 0, pc);
  if (pass_cancellable(nullptr, true)) be_cancelled();
  const SignalSet before = mask_of(self);
  mask &= ~own_signals();
  kernel::call(SYS_rt_sigprocmask, SIG_SETMASK, kernel::word(&mask), 0, sizeof mask);
  for (bool handled = deliver_pending(); !handled; handled = deliver_pending()) {
    announce(OpKind::kSignalWait, 0, pc);
    self->suspended = true;
    bool cancelled = false;
    if (timer_expected())
      pass_outside();
    else
      cancelled = pass_cancellable(nullptr, false);
    self->suspended = false;
    if (cancelled) {
      set_mask(before);
      be_cancelled();
    }
    if (timer_expected() && (pending_signals() & ~mask) == 0) {
      suspend_really(mask);
      break;
    }
  }
  set_mask(before);
  return fail_with(EINTR);
}

// A handler jumps out of the step that it interrupted.
void leave_interruption() {
  Fiber* self = g.active ? g.current : nullptr;
  if (self == nullptr || !self->in_handler) return;
  if (self->on != nullptr) unlink_waiter(self->on, self);
  if (self->joins != nullptr) self->joins->joiner = nullptr;
  self->on = nullptr;
  self->joins = nullptr;
  self->in_handler = self->set_aside = false;
}

}  // namespace

STALEMATE_INTERPOSED int sigaction(int signal, const struct sigaction* action,
                                   struct sigaction* old) noexcept {
  const bool ours = g.active && is_signal(signal) && signal != SIGKILL && signal != SIGSTOP;
  reads_argument(action, sizeof *action, STALEMATE_CALLER);
  writes_argument(old, sizeof *old, STALEMATE_CALLER);
  use_disposition(signal, action != nullptr, STALEMATE_CALLER);
  if (!ours) return real().sigaction(signal, action, old);
  struct sigaction& known = program_action(signal);
  const struct sigaction before = known;
  if (action != nullptr) {
    known = *action;
    if (has_handler(signal)) use_signals();
    install_action(signal);
  }
  if (old != nullptr) *old = before;
  return 0;
}

STALEMATE_INTERPOSED sighandler_t signal(int number, sighandler_t handler) noexcept {
  if (!g.active) return real().signal(number, handler);
  struct sigaction action = {}, old = {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  use_disposition(number, true, STALEMATE_CALLER);
  return sigaction(number, &action, &old) == 0 ? old.sa_handler : SIG_ERR;
}

STALEMATE_INTERPOSED int pthread_sigmask(int how, const sigset_t* set, sigset_t* old) noexcept {
  reads_argument(set, sizeof(SignalSet), STALEMATE_CALLER);
  writes_argument(old, sizeof(SignalSet), STALEMATE_CALLER);
  return g.active ? change_mask(how, set, old) : real().pthread_sigmask(how, set, old);
}

STALEMATE_INTERPOSED int sigprocmask(int how, const sigset_t* set, sigset_t* old) noexcept {
  if (!g.active) return real().sigprocmask(how, set, old);
  reads_argument(set, sizeof(SignalSet), STALEMATE_CALLER);
  writes_argument(old, sizeof(SignalSet), STALEMATE_CALLER);
  const int error = change_mask(how, set, old);
  return error == 0 ? 0 : fail_with(error);
}

STALEMATE_INTERPOSED int sigpending(sigset_t* set) noexcept {
  if (!g.active) return real().sigpending(set);
  writes_argument(set, sizeof(SignalSet), STALEMATE_CALLER);
  put_set(pending_signals() & mask_of(g.current), set);
  return 0;
}

STALEMATE_INTERPOSED int raise(int signal) noexcept {
  if (!g.active) return real().raise(signal);
  const int error = send_to_thread(g.current, signal, STALEMATE_CALLER);
  return error == 0 ? 0 : fail_with(error);
}

STALEMATE_INTERPOSED int pthread_kill(pthread_t thread, int signal) noexcept {
  if (!g.active) return real().pthread_kill(thread, signal);
  return send_to_thread(fiber_of(thread), signal, STALEMATE_CALLER);
}

STALEMATE_INTERPOSED int tgkill(pid_t process, pid_t thread, int signal) {
  if (!g.active || process != getpid()) return real().tgkill(process, thread, signal);
  const int error = send_to_thread(fiber_by_number(thread), signal, STALEMATE_CALLER);
  return error == 0 ? 0 : fail_with(error);
}

// The group under control is the program alone: it contains no other process's children.
STALEMATE_INTERPOSED int kill(pid_t process, int signal) noexcept {
  if (g.active && process > 0 && process == getppid()) {  // the tool's process
    note_uncontrolled(wire::Uncontrolled::kSignal, STALEMATE_CALLER, "kill of the parent, which is not sent");
    return 0;
  }
  const bool own = g.active && (process == getpid() || is_own_group(process));
  if (!own || signal == SIGSTOP || !is_signal(signal)) return real().kill(own ? getpid() : process, signal);
  announce(OpKind::kKill, 0, STALEMATE_CALLER);
  pass_enabled();
  use_disposition(signal, false, STALEMATE_CALLER);
  note_sender(STALEMATE_CALLER);
  post_to_process(signal);
  return 0;
}

STALEMATE_INTERPOSED int sigwait(const sigset_t* set, int* signal) {
  if (!g.active) return real().sigwait(set, signal);
  reads_argument(set, sizeof(SignalSet), STALEMATE_CALLER);
  const int came = await_signal(set_of(*set), false, STALEMATE_CALLER);
  writes_argument(signal, sizeof *signal, STALEMATE_CALLER);
  *signal = came;
  return came > 0 ? 0 : EINTR;
}

STALEMATE_INTERPOSED int sigwaitinfo(const sigset_t* set, siginfo_t* cause) {
  if (!g.active) return real().sigwaitinfo(set, cause);
  return await_into(set, cause, false, STALEMATE_CALLER);
}

STALEMATE_INTERPOSED int sigtimedwait(const sigset_t* set, siginfo_t* cause, const timespec* limit) {
  if (!g.active) return real().sigtimedwait(set, cause, limit);
  return await_into(set, cause, limit != nullptr, STALEMATE_CALLER);
}

STALEMATE_INTERPOSED int sigsuspend(const sigset_t* mask) {
  reads_argument(mask, sizeof(SignalSet), STALEMATE_CALLER);
  return g.active ? suspend(set_of(*mask), STALEMATE_CALLER) : real().sigsuspend(mask);
}

STALEMATE_INTERPOSED int pause() {
  return g.active ? suspend(mask_of(g.current), STALEMATE_CALLER) : real().pause();
}

STALEMATE_INTERPOSED void siglongjmp(sigjmp_buf where, int value) noexcept {
  reads_argument(where, sizeof(jmp_buf), STALEMATE_CALLER);
  leave_interruption();
  real().siglongjmp(where, value);
  __builtin_unreachable();
}

STALEMATE_INTERPOSED void longjmp(jmp_buf where, int value) noexcept {
  reads_argument(where, sizeof(jmp_buf), STALEMATE_CALLER);
  leave_interruption();
  real().siglongjmp(where, value);
  __builtin_unreachable();
}

// What the headers of a hardened build call for both.
STALEMATE_INTERPOSED void __longjmp_chk(jmp_buf where, int value) noexcept {
  reads_argument(where, sizeof(jmp_buf), STALEMATE_CALLER);
  leave_interruption();
  real().siglongjmp(where, value);
  __builtin_unreachable();
}

#include "runtime/process/signals.h"

#include <cstdio>
#include <cstring>

#include "runtime/core/ending.h"
#include "runtime/core/fiber.h"
#include "runtime/core/own_signals.h"
#include "runtime/core/state.h"
#include "runtime/io/io_wait.h"
#include "runtime/isolation/kernel_state.h"
#include "runtime/log/ledger.h"
#include "runtime/platform/kernel.h"
#include "runtime/platform/originals.h"
#include "runtime/scheduler/scheduler.h"
#include "runtime/scheduler/sync_object.h"

namespace stalemate::rt {

namespace {

struct sigaction actions[kSignalsEnd];
SignalSet first_mask = 0;        // that an execution begins with
SignalSet process_pending = 0;   // for the process, and no thread can take it
volatile SignalSet outside = 0;  // came from outside, not yet accepted
siginfo_t causes[kSignalsEnd];   // of those
volatile int expected = 0;       // deliver_now has sent it
bool timer = false;
SignalSet readable = 0;        // by descriptors from signalfd
std::uintptr_t sent_from = 0;  // the call that sent the last signal

bool is_fault(int signal) {
  return signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE || signal == SIGILL;
}

bool is_ignored(int signal) {
  const auto handler = actions[signal].sa_handler;
  const bool by_default = signal == SIGCHLD || signal == SIGCONT || signal == SIGURG || signal == SIGWINCH;
  return handler == SIG_IGN || (handler == SIG_DFL && by_default);
}

SignalSet exchange_kernel_mask(int how, const SignalSet* mask) {
  SignalSet old = 0;
  kernel::call(SYS_rt_sigprocmask, how, kernel::word(mask), kernel::word(&old), sizeof old);
  return old;
}

void call_handler(int signal, siginfo_t* cause, void* context) {
  const struct sigaction action = actions[signal];
  if ((action.sa_flags & SA_RESETHAND) != 0) actions[signal].sa_handler = SIG_DFL;
  if ((action.sa_flags & SA_SIGINFO) != 0) return action.sa_sigaction(signal, cause, context);
  if (action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN) action.sa_handler(signal);
}

// In front of every handler of the program. A signal that no thread of the program sent comes at an arbitrary
// time, perhaps in the middle of a step; except for faults of the running thread.
void on_signal(int signal, siginfo_t* cause, void* context) {
  const bool sent = expected == signal;
  if (sent) expected = 0;
  const bool own_doing = is_fault(signal) || signal == SIGPIPE;
  if (sent || own_doing || !g.active) return call_handler(signal, cause, context);
  causes[signal] = *cause;
  outside = outside | bit_of(signal);
}

// The thread's next step will be to run its handlers.
void interrupt(Fiber* fiber) {
  fiber->set_aside = true;
  fiber->aside_op = fiber->op;
  fiber->aside_object = fiber->object;
  fiber->aside_enabled = fiber->enabled;
  fiber->aside_timed = fiber->timed;
  fiber->op = OpKind::kHandler;
  fiber->object = fiber->slot;
  override_enabled(fiber, true, false);
}

bool can_take(const Fiber* fiber, int signal) {
  if (fiber->finished || fiber->left) return false;
  return (fiber->awaited & bit_of(signal)) != 0 || (mask_of(fiber) & bit_of(signal)) == 0;
}

bool is_awaited(int signal) {
  for (const Fiber* f = first_fiber(); f != nullptr; f = f->path_next)
    if ((f->awaited & bit_of(signal)) != 0) return true;
  return false;
}

}  // namespace

void forward_signal(int signal, siginfo_t* cause, void* context) { on_signal(signal, cause, context); }

SignalSet own_signals() { return bit_of(kHangProbe) | (watches_code() ? bit_of(SIGTRAP) : 0); }

struct sigaction& program_action(int signal) {
  return actions[signal];
}

bool has_handler(int signal) {
  return actions[signal].sa_handler != SIG_DFL && actions[signal].sa_handler != SIG_IGN;
}

void use_signals() {
  if (g.signals) return;
  g.signals = true;
  const SignalSet mask = exchange_kernel_mask(SIG_BLOCK, nullptr);
  for (Fiber* f = first_fiber(); f != nullptr; f = f->path_next) f->signal_mask = mask;
}

void install_action(int signal) {
  touch_signal(signal);
  if (signal == kHangProbe || (signal == SIGTRAP && watches_code())) return;
  if (is_fault(signal) && !has_handler(signal)) return catch_crash(signal);
  struct sigaction action = actions[signal];
  if (has_handler(signal)) {
    action.sa_sigaction = on_signal;
    action.sa_flags |= SA_SIGINFO;
    // One alternate stack for all fibers would be overwritten by the second that takes a signal on it; and
    // their stacks are large.
    if (!is_fault(signal)) action.sa_flags &= ~SA_ONSTACK;
    sigdelset(&action.sa_mask, kHangProbe);
    if (watches_code()) sigdelset(&action.sa_mask, SIGTRAP);
  }
  real().sigaction(signal, &action, nullptr);
}

void adopt_signal_handlers() {
  first_mask = exchange_kernel_mask(SIG_BLOCK, nullptr) & ~own_signals();
  for (int signal = 1; signal < kSignalsEnd; ++signal) {
    if (real().sigaction(signal, nullptr, &actions[signal]) != 0) continue;
    if (signal == SIGKILL || signal == SIGSTOP || signal == kHangProbe || !has_handler(signal)) continue;
    install_action(signal);
    g.signals = true;
  }
}

void renew_signals() {
  process_pending = 0;
  outside = 0;
  expected = 0;
  sent_from = 0;
  timer = false;
  readable = 0;
  if (g.signals) exchange_kernel_mask(SIG_SETMASK, &first_mask);
}

SignalSet mask_of(const Fiber* fiber) {
  return fiber == g.current ? exchange_kernel_mask(SIG_BLOCK, nullptr) : fiber->signal_mask;
}

void set_mask(SignalSet mask) {
  if (mask != 0) use_signals();
  mask &= ~own_signals();
  exchange_kernel_mask(SIG_SETMASK, &mask);
  deliver_pending();
}

namespace {

bool ends_process(int signal) {
  const bool stops = signal == SIGSTOP || signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU;
  return actions[signal].sa_handler == SIG_DFL && !is_ignored(signal) && !stops && signal != kHangProbe;
}

// What the kernel would do, reported by the thread that caused it.
[[noreturn]] void end_by_signal(int signal) {
  char text[64];
  const char* const name = sigabbrev_np(signal);
  if (name != nullptr)
    std::snprintf(text, sizeof text, "SIG%s, sent by the program to itself", name);
  else
    std::snprintf(text, sizeof text, "signal %d, sent by the program to itself", signal);
  const auto outcome = signal == SIGABRT ? wire::Outcome::kAbort : wire::Outcome::kCrash;
  end_execution({outcome, text, signal, sent_from != 0 ? sent_from : g.current->pc});
}

}  // namespace

void note_sender(std::uintptr_t pc) { sent_from = pc; }

void deliver_now(int signal) {
  if (ends_process(signal)) end_by_signal(signal);
  expected = has_handler(signal) ? signal : 0;
  const long process = kernel::call(SYS_getpid), thread = kernel::call(SYS_gettid);
  if (causes[signal].si_signo == signal) {
    siginfo_t cause = causes[signal];
    causes[signal].si_signo = 0;
    kernel::call(SYS_rt_tgsigqueueinfo, process, thread, signal, kernel::word(&cause));
  } else {
    kernel::call(SYS_tgkill, process, thread, signal);
  }
}

bool deliver_pending() {
  Fiber* self = g.current;
  bool any = false;
  for (;;) {
    const SignalSet ready = (self->pending | process_pending) & ~mask_of(self);
    if (ready == 0) return any;
    const int signal = take_pending(ready);
    any = any || has_handler(signal);
    deliver_now(signal);
  }
}

int take_pending(SignalSet set) {
  Fiber* self = g.current;
  const SignalSet ready = (self->pending | process_pending) & set;
  if (ready == 0) return 0;
  const int signal = __builtin_ctzl(ready) + 1;
  if ((self->pending & bit_of(signal)) != 0)
    self->pending &= ~bit_of(signal);
  else
    process_pending &= ~bit_of(signal);
  return signal;
}

SignalSet pending_signals() { return g.current->pending | process_pending; }

namespace {

// The kernel stores it for the descriptor: no thread would take it from there.
bool give_to_descriptor(int signal) {
  if ((readable & bit_of(signal)) == 0 || is_awaited(signal)) return false;
  for (const Fiber* f = first_fiber(); f != nullptr; f = f->path_next)
    if (!f->finished && (mask_of(f) & bit_of(signal)) == 0) return false;
  kernel::send(static_cast<int>(kernel::call(SYS_getpid)), signal);
  io_changed();
  return true;
}

void wake_for_signal(Fiber* fiber, bool awaited) {
  if (awaited || fiber->suspended || fiber->op == OpKind::kSleep)
    override_enabled(fiber, true, false);
  else if (fiber->op != OpKind::kStart && !fiber->set_aside)
    interrupt(fiber);
}

}  // namespace

void use_signal_descriptor(SignalSet set) { readable |= set; }

bool may_post_parked(int signal) {
  if (has_handler(signal) || is_ignored(signal) || is_awaited(signal)) return true;
  for (const Fiber* f = first_fiber(); f != nullptr; f = f->path_next)
    if (f->suspended || (mask_of(f) & bit_of(signal)) != 0) return true;
  return false;
}

Fiber* post_parked(int signal) {
  for (Fiber* f = first_fiber(); f != nullptr; f = f->path_next) {
    if (!can_take(f, signal)) continue;
    const bool awaited = (f->awaited & bit_of(signal)) != 0;
    if (!awaited && is_ignored(signal)) return nullptr;
    if (!awaited && !has_handler(signal)) end_by_signal(signal);
    f->pending |= bit_of(signal);
    wake_for_signal(f, awaited);
    return f;
  }
  if (give_to_descriptor(signal)) return first_fiber();
  process_pending |= bit_of(signal);
  return nullptr;
}

void post(Fiber* fiber, int signal) {
  const bool awaited = (fiber->awaited & bit_of(signal)) != 0;
  const bool blocked = (mask_of(fiber) & bit_of(signal)) != 0;
  if (!blocked && !awaited && is_ignored(signal)) return;
  // A signal without a handler ends the process, whichever thread it is for.
  if (!blocked && !awaited && (fiber == g.current || !has_handler(signal))) return deliver_now(signal);
  if (blocked && !awaited && give_to_descriptor(signal)) return;
  fiber->pending |= bit_of(signal);
  if (fiber == g.current || (blocked && !awaited)) return;
  wake_for_signal(fiber, awaited);
}

void post_to_process(int signal) {
  std::uint32_t count = 0;
  for (const Fiber* f = first_fiber(); f != nullptr; f = f->path_next) count += can_take(f, signal) ? 1 : 0;
  if (count == 0) {
    if (!give_to_descriptor(signal)) process_pending |= bit_of(signal);
    return;
  }
  // Which thread takes it matters only if a handler runs or a thread waits for it.
  const bool matters = has_handler(signal) || is_awaited(signal);
  std::uint32_t chosen = count > 1 && matters ? choose_value(count, OpKind::kKill) : 0;
  for (Fiber* f = first_fiber(); f != nullptr; f = f->path_next)
    if (can_take(f, signal) && chosen-- == 0) return post(f, signal);
}

void expect_timer() { timer = true; }
bool timer_expected() { return timer; }

void exchange_masks(Fiber* from, const Fiber* to) {
  from->signal_mask = exchange_kernel_mask(SIG_SETMASK, &to->signal_mask);
}

void accept_outside_signals() {
  Fiber* self = g.current;
  if (outside == 0 || self->set_aside) return;
  const SignalSet all = ~SignalSet{0};
  const SignalSet open = exchange_kernel_mask(SIG_SETMASK, &all);  // no signal comes in between
  for (SignalSet left = outside; left != 0; left &= left - 1) {
    const int signal = __builtin_ctzl(left) + 1;
    char name[16];
    std::snprintf(name, sizeof name, "SIG%s", sigabbrev_np(signal));
    note_uncontrolled(wire::Uncontrolled::kSignal, 0, name);
    self->pending |= bit_of(signal);
  }
  outside = 0;
  exchange_kernel_mask(SIG_SETMASK, &open);
  if ((self->pending & ~open) != 0) interrupt(self);
}

void run_interruption() {
  Fiber* self = g.current;
  const OpKind op = self->aside_op;
  const std::uint64_t object = self->aside_object;
  const std::uintptr_t pc = self->pc;
  const bool cancellable = self->cancellable;
  self->in_handler = true;
  deliver_pending();
  self->in_handler = false;
  self->set_aside = false;
  self->cancellable = cancellable;
  announce(op, object, pc);
  override_enabled(self, self->aside_enabled, self->aside_timed);
}

}  // namespace stalemate::rt

#include "runtime/core/own_signals.h"

#include <ucontext.h>
#include <cstdint>
#include <cstdio>
#include <cstring>

#include "runtime/core/ending.h"
#include "runtime/core/fiber.h"
#include "runtime/core/state.h"
#include "runtime/platform/kernel.h"
#include "runtime/platform/originals.h"
#include "runtime/platform/pages.h"
#include "runtime/process/signals.h"
#include "runtime/races/plain_polls.h"
#include "runtime/uninstrumented/code_watch.h"
#include "runtime/uninstrumented/hang.h"

namespace stalemate::rt {

namespace {

constexpr std::uint64_t kNullPage = 4096;

std::uint64_t register_of(const void* context, int which) {
  return static_cast<std::uint64_t>(static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[which]);
}

std::uintptr_t interrupted_at(const void* context) { return register_of(context, REG_RIP) + 1; }

bool is_mapped(std::uint64_t address) {
  unsigned char resident = 0;
  return kernel::call(SYS_mincore, static_cast<long>(address & ~(kPageBytes - 1)), kPageBytes,
                      kernel::word(&resident)) == 0;
}

// Main's stack has no guard of ours: if the stack pointer leads to unmapped memory, it has overflowed.
bool is_stack_gone(const void* context) { return !is_mapped(register_of(context, REG_RSP)); }

// The instruction before it is a call: direct, or by a register or by memory (ff /2) in any length.
bool follows_call(std::uint64_t address) {
  constexpr std::uint64_t kLongest = 7;
  if (address < kNullPage || !is_mapped(address - kLongest) || !is_mapped(address)) return false;
  const auto* code = reinterpret_cast<const unsigned char*>(address);
  if (code[-5] == 0xe8) return true;
  for (const int length : {2, 3, 4, 6, 7})
    if (code[-length] == 0xff && (code[1 - length] & 0x38) == 0x10) return true;
  return false;
}

// Where a null function pointer was called, which has just pushed its return address; 0: it was not.
std::uintptr_t null_call(const void* context) {
  if (register_of(context, REG_RIP) >= kNullPage) return 0;
  const auto caller = *reinterpret_cast<const std::uint64_t*>(register_of(context, REG_RSP));
  return follows_call(caller) ? caller : 0;
}

void on_crash(int signal, siginfo_t* cause, void* context) {
  if (g.header == nullptr || g.current == nullptr) {
    struct sigaction byDefault = {};
    byDefault.sa_handler = SIG_DFL;
    real().sigaction(signal, &byDefault, nullptr);
    return;  // the fault happens again, unhandled
  }
  const auto address = reinterpret_cast<std::uint64_t>(cause->si_addr);
  char text[160];
  const bool faulted = signal == SIGSEGV || signal == SIGBUS;
  const bool overflows = faulted && (in_stack_guard(address) || is_stack_gone(context));
  const std::uintptr_t caller = faulted && !overflows ? null_call(context) : 0;
  if (overflows && g.current->wants_larger_stack) end_beyond_capacity("stack of more than 8 MB");
  if (overflows)
    std::snprintf(text, sizeof text, "stack overflow (%s)", sigabbrev_np(signal));
  else if (caller != 0)
    std::snprintf(text, sizeof text, "SIG%s: call of a null function pointer", sigabbrev_np(signal));
  else if (faulted && address < kNullPage)
    std::snprintf(text, sizeof text, "SIG%s: access through a null pointer", sigabbrev_np(signal));
  else if (faulted)
    std::snprintf(text, sizeof text, "SIG%s: access to address %#lx", sigabbrev_np(signal), address);
  else
    std::snprintf(text, sizeof text, "SIG%s", sigabbrev_np(signal));
  end_execution({wire::Outcome::kCrash, text, signal, caller != 0 ? caller : interrupted_at(context)});
}

// The previous instruction is a system call: the thread waits there, or the probe has just interrupted it.
bool was_in_kernel(const void* context) {
  const auto at = static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP];
  const auto* code = reinterpret_cast<const unsigned char*>(at);
  return code[-2] == 0x0f && code[-1] == 0x05;
}

void on_question(int, siginfo_t*, void* context) {
  if (g.header == nullptr || g.current == nullptr) return;
  if (!was_in_kernel(context) && suspect_plain_polls()) {
    trace_hanging_thread(context);
    return;  // probed again if it does not poll
  }
  char text[160];
  std::snprintf(text, sizeof text,
                "no step for %u seconds: the thread runs on without synchronization, or waits for something "
                "that is not controlled",
                (g.channel->config.watchdog_ms + 999) / 1000);
  end_execution({wire::Outcome::kHang, text, 0, hanging_place(interrupted_at(context))});
}

}  // namespace

void catch_crashes() {
  constexpr std::size_t kStack = 64 * 1024;
  static void* memory = pages(kStack);  // a fiber that overflows its stack has none left
  stack_t stack = {};
  stack.ss_sp = memory;
  stack.ss_size = kStack;
  kernel::call(SYS_sigaltstack, kernel::word(&stack));
  adopt_signal_handlers();
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL})
    if (!has_handler(signal)) catch_crash(signal);
  struct sigaction action = {};
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  action.sa_sigaction = on_question;
  real().sigaction(kHangProbe, &action, nullptr);
  catch_breakpoints();
}

void catch_crash(int signal) {
  struct sigaction action = {};
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  action.sa_sigaction = on_crash;
  real().sigaction(signal, &action, nullptr);
}

}  // namespace stalemate::rt

#include "runtime/uninstrumented/hang.h"

#include <ucontext.h>
#include <csignal>

#include "runtime/core/own_signals.h"
#include "runtime/core/state.h"
#include "runtime/platform/kernel.h"
#include "runtime/platform/originals.h"
#include "runtime/uninstrumented/code_watch.h"
#include "runtime/uninstrumented/unseen_library.h"

namespace stalemate::rt {

namespace {

constexpr greg_t kTrapFlag = 0x100;
constexpr std::uint32_t kMostInstructions = 50000;  // of a loop that calls a few functions, many rounds

std::uint32_t left = 0;           // instructions
std::uintptr_t place = 0;         // of code that is not instrumented
std::uint32_t step = 0;           // at which it was
struct sigaction handler_before;  // of SIGTRAP

std::uintptr_t place_of(std::uintptr_t pc) {
  if (const std::uintptr_t noted = unseen_code_at(pc)) return noted;
  return is_in_unseen_library(pc) ? pc + 1 : 0;
}

void end_trace(ucontext_t& context) {
  context.uc_mcontext.gregs[REG_EFL] &= ~kTrapFlag;
  real().sigaction(SIGTRAP, &handler_before, nullptr);
}

void on_instruction(int signal, siginfo_t* cause, void* context) {
  auto& at = *static_cast<ucontext_t*>(context);
  if (cause->si_code != TRAP_TRACE) {  // a breakpoint
    if ((handler_before.sa_flags & SA_SIGINFO) != 0)
      return handler_before.sa_sigaction(signal, cause, context);
    return end_trace(at);
  }
  place = place_of(static_cast<std::uintptr_t>(at.uc_mcontext.gregs[REG_RIP]));
  if (place != 0 || step != g.steps || --left == 0) end_trace(at);
}

}  // namespace

void begin_hang_watch() { place = 0; }

void trace_hanging_thread(void* context) {
  if (!watches_code() && !has_unseen_library()) return;
  left = kMostInstructions;
  place = 0;
  step = g.steps;
  struct sigaction action = {};
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  action.sa_sigaction = on_instruction;
  if (real().sigaction(SIGTRAP, &action, &handler_before) != 0) return;
  auto& at = *static_cast<ucontext_t*>(context);
  sigdelset(&at.uc_sigmask, SIGTRAP);
  at.uc_mcontext.gregs[REG_EFL] |= kTrapFlag;
}

std::uintptr_t hanging_place(std::uintptr_t pc) {
  if (place != 0 && step == g.steps) return place;
  const std::uintptr_t here = place_of(pc - 1);
  return here != 0 ? here : pc;
}

}  // namespace stalemate::rt

#include "kiss/engine/faults.h"

#include <signal.h>
#include <sys/time.h>

#include "kiss/engine/program_memory.h"
#include "kiss/engine/walk.h"

namespace stalemate::kiss::engine {
namespace {

alignas(16) unsigned char handler_stack[64 * 1024];

void die_of(int number) {
  signal(number, SIG_DFL);
  raise(number);
}

void on_fault(int number, siginfo_t* fault, void*) {
  const auto address = reinterpret_cast<std::uintptr_t>(fault->si_addr);
  if (number == SIGSEGV && fault->si_code == SEGV_ACCERR && opens_page(address)) return;
  if (!is_inside() || fault->si_code == SI_USER) return die_of(number);
  if (number == SIGSEGV && is_stack_overflow(address)) overflowed_stack();
  fail_path(number == SIGABRT ? kAbort : kCrash, 0, number);
}

void on_clock(int) { second_passed(); }

}  // namespace

void catch_faults() {
  stack_t stack = {};
  stack.ss_sp = handler_stack;
  stack.ss_size = sizeof handler_stack;
  sigaltstack(&stack, nullptr);
  struct sigaction action = {};
  // Handlers are left by a jump: the signal must not stay blocked.
  action.sa_flags = SA_ONSTACK | SA_NODEFER | SA_SIGINFO;
  action.sa_sigaction = on_fault;
  for (int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) sigaction(number, &action, nullptr);
  action.sa_flags = SA_ONSTACK | SA_NODEFER | SA_RESTART;
  action.sa_handler = on_clock;
  sigaction(SIGPROF, &action, nullptr);
  const itimerval each_second = {{1, 0}, {1, 0}};
  setitimer(ITIMER_PROF, &each_second, nullptr);
}

}  // namespace stalemate::kiss::engine

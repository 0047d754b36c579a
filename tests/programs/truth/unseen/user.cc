// Uses the library in threads (unless told otherwise), before and after there are any (ALONE), for what touches
// nothing (PURE), while one of its functions is on the stack (INSIDE), or not at all (UNUSED). SHUT: with all signals
// blocked. TRAPS: with a handler of its own for SIGTRAP.
#include <cassert>
#include <csignal>
#include <pthread.h>
#include <thread>

#include "library.h"

namespace {

void in_two_threads(void (*first)(), void (*second)()) {
  std::thread one(first), two(second);
  one.join();
  two.join();
}

void nothing() {}

#ifdef TRAPS
volatile std::sig_atomic_t trapped = 0;
void on_trap(int) { trapped = trapped + 1; }
#endif

void calculate() { assert(twice(4) + power(3) == 16); }

#ifdef INSIDE
void begin_threads(void (*)(), void* thread) { *static_cast<std::thread*>(thread) = std::thread(nothing); }
#endif

}  // namespace

int main() {
#ifdef SHUT
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, nullptr);
#endif
#ifdef TRAPS
  std::signal(SIGTRAP, on_trap);
  std::raise(SIGTRAP);
  assert(trapped == 1);
#endif
#if defined(ALONE)
  count();
  in_two_threads(nothing, nothing);
  count();
  in_two_threads(nothing, nothing);
  assert(counted() == 2);
#elif defined(PURE)
  in_two_threads(calculate, calculate);
#elif defined(INSIDE)
  std::thread thread, another;
  run_with(begin_threads, &thread, nothing);
  run_with(begin_threads, &another, nothing);
  thread.join();
  another.join();
#elif defined(UNUSED)
  in_two_threads(nothing, nothing);
  if (counter != 0) count();
#else
  in_two_threads(count, count);
#endif
#ifdef TRAPS
  std::raise(SIGTRAP);
  assert(trapped == 2);
#endif
}

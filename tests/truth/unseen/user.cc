// Uses the library in threads (unless told otherwise), before and after there are any (ALONE), for what touches
// nothing (PURE), while one of its functions is on the stack (INSIDE), or not at all (UNUSED). SHUT: with all signals
// blocked.
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
#if defined(ALONE)
  count();
  in_two_threads(nothing, nothing);
  count();
  in_two_threads(nothing, nothing);
  assert(counted() == 2);
#elif defined(PURE)
  in_two_threads(calculate, calculate);
#elif defined(INSIDE)
  std::thread thread;
  run_with(begin_threads, &thread, nothing);
  thread.join();
#elif defined(UNUSED)
  in_two_threads(nothing, nothing);
  if (counter != 0) count();
#else
  in_two_threads(count, count);
#endif
}

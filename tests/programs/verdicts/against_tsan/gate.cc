#include "gate.h"

#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <climits>

namespace {

std::atomic<unsigned> turn, count;
unsigned events[1024];

// Where Stalemate looks, as the code of its runtime: the gate orders nothing, and no race is in doubt because of it.
#ifdef AGAINST
#define OF_RUNTIME
#else
#define OF_RUNTIME __attribute__((section("stalemate_text_gate")))
#endif

#ifdef AGAINST  // threads of the kernel: asleep until the turn changes
void pass_time(unsigned seen) { syscall(SYS_futex, &turn, FUTEX_WAIT_PRIVATE, seen, nullptr, nullptr, 0); }
void wake_all() { syscall(SYS_futex, &turn, FUTEX_WAKE_PRIVATE, INT_MAX, nullptr, nullptr, 0); }
#else  // a futex would order them
OF_RUNTIME void pass_time(unsigned) { sched_yield(); }
OF_RUNTIME void wake_all() {}
#endif

}  // namespace

OF_RUNTIME void open_gate() {
  turn.store(0, std::memory_order_relaxed);
  count.store(0, std::memory_order_relaxed);
}

OF_RUNTIME void await_turn(unsigned event) {
  for (unsigned now; (now = turn.load(std::memory_order_relaxed)) != event;) pass_time(now);
}

OF_RUNTIME void end_turn() {
  turn.fetch_add(1, std::memory_order_relaxed);
  wake_all();
}

// ThreadSanitizer calls this in the thread whose access it reports, whose turn it is.
extern "C" OF_RUNTIME void __tsan_on_report(void*) {
  const unsigned n = count.fetch_add(1, std::memory_order_relaxed);
  if (n < 1024) events[n] = turn.load(std::memory_order_relaxed);
}

OF_RUNTIME unsigned reported_count() { return count.load(std::memory_order_relaxed); }
OF_RUNTIME unsigned reported_event(unsigned n) { return events[n]; }

// Awaits (S9): a thread that has announced an atomic step which would only begin another silent iteration of
// its loop is not enabled. Whether it would is decided by a run on paper (iteration.h), when the step is
// announced and whenever one of the locations that the iteration reads has changed.
//
// The reads of iterations that are not executed are checked all the same, for races and for frees that are
// not ordered after them. An iteration with a read that would race with an earlier write, or of freed memory,
// is executed.
//
// With Config::effects the log has the values with which a step is silent (RecordKind::kAwait): those that
// its object had since the execution began, and those that it gets while the thread waits.
#pragma once

#include "runtime/awaits/iteration.h"
#include "runtime/core/fiber.h"

namespace stalemate::rt {

struct Await;

// The program's stack and registers at the call of an atomic operation.
struct Entered {
  std::uint64_t stack = 0;
  std::uint64_t registers[6] = {};
};
extern "C" Entered stalemate_rt_entered __attribute__((visibility("hidden")));

void prepare_awaits();
void begin_awaits();
// Whether threads may await in this execution.
extern bool awaits_are_on;

// The running thread has announced the operation that it has just entered. False: it would be silent.
bool await_begins(Hook hook, const volatile void* object, std::uint64_t first, std::uint64_t second);
// It has been chosen.
void await_ends();

// Something other than a thread of the program may change what the thread reads, or end its waiting: a signal
// handler on its stack, asynchronous cancellation, a process that shares its memory.
bool may_be_disturbed(const Fiber* thread);

// Whether a thread waits where it would find that a try has failed (failed_try.h).
extern bool tries_are_on;
// The running thread has entered an atomic load. True: it is to be noted; then, it has read this value.
bool load_begins(Hook hook, const volatile void* object, int order);
void load_has_read(std::uint64_t value);

// A load that may be a step together with a compare-and-swap (retry.h).
struct Retry {
  HeadStep load;
  int order = 0;
  CallSite only;  // where the compare-and-swap is called, if that is so for every value
};
// The running thread has entered an atomic load. True: it may be such a step.
bool retry_begins(Hook hook, const volatile void* object, int order, Retry& retry);
// It has read this value. True: the compare-and-swap at g.current->swaps_at belongs to the same step.
bool retry_has_read(const Retry& retry, std::uint64_t value);
// The running thread has entered that compare-and-swap.
bool is_second_part();

}  // namespace stalemate::rt

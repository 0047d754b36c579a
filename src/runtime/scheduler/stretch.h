// Proves that a thread repeats itself (S9). A stretch of a thread begins and ends where it announces the same
// step at the same instruction. The thread repeats itself if at its end
//   - the registers that calls preserve, its stack and its thread-local storage are as they were, and
//   - it has left every word and every object as it found it: it wrote back what was there before, and
//     released
//     what it acquired, and
//   - where no other thread took a step, what it read is unchanged: unobserved code has not changed it.
// Removing such a stretch from an execution leaves an execution that ends in the same state, unless another
// thread used an object or a word while it was changed: then nothing is proven. Nothing is proven either if
// the stretch called code with unobserved state: the kernel, the heap, streams, random numbers. If it read a
// clock, moments of time count by their distance (moments.h): the thread repeats itself except for the time.
//
// Cheap where nothing repeats: a head is only a place (LoopHead) until the thread returns to it. Then a
// Stretch is recorded, in which every access of the thread is checked (Racing::tracked).
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/core/loop_head.h"
#include "runtime/scheduler/scheduler_hooks.h"

namespace stalemate::rt {

struct Fiber;

void prepare_stretches();
// An execution begins: nothing is recorded.
void begin_stretches();

// The running thread has announced a step that may begin a round. True: it has repeated itself since its last
// visit. `at_once`: the first round is recorded already, not only the second.
bool comes_round(LoopHead& head, bool at_once);
// Drops the head: a better one was found, or the thread has finished.
void drop_head(LoopHead& head);

// Accounts for the last step, in the thread that took it, after it is done and before the next choice.
void take_step_into_stretches();

// While Racing::tracked, of the running thread: an access, before it happens; an unobserved event.
void track_access(std::uintptr_t address, std::size_t bytes, bool write);
void track_unseen();
// The thread has read a clock.
void track_look();
// The running thread has acquired (1) or released (-1) an object by a step on another one.
void track_hold(std::uint64_t object, std::int32_t change);

}  // namespace stalemate::rt

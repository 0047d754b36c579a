// Whether a thread repeats itself (S9), by proof. A stretch of a thread begins and ends where it announces
// the same step at the same instruction. The thread repeats itself if at its end
//   - the registers that calls preserve, its stack and its thread-local storage are as they were, and
//   - it has itself left every word and every object as it found it: what it wrote is what was there before,
//     what it acquired it has released, and
//   - where no other thread took a step, what it read is still there: code that is not seen has not changed
//   it.
// Taking such a stretch out of an execution leaves an execution that ends in the same state, unless another
// thread had to do with an object or a word while it was changed: then nothing is proven. Nor is it where the
// stretch called what keeps a state that is not seen here: the kernel, the heap, streams, random numbers.
// Where it looked at a clock, moments of time count by how far off they are (moments.h): the thread repeats
// itself, but for the time.
//
// Cheap where nothing repeats: a head is only a place (LoopHead) until the thread comes back to it. Then a
// Stretch is recorded, in which every access of the thread is looked at (Racing::tracked).
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

// The running thread has announced a step that may be the beginning of a round. True: it repeats itself since
// it was here before. `at_once`: the first round is recorded already, not only the second.
bool comes_round(LoopHead& head, bool at_once);
// The head is given up: a better one has been found, or the thread has finished.
void drop_head(LoopHead& head);

// The last step, by the thread that made it, once it is done and before the next choice.
void take_step_into_stretches();

// While Racing::tracked, of the running thread: an access, before it happens; something that proves nothing.
void track_access(std::uintptr_t address, std::size_t bytes, bool write);
void track_unseen();
// It has looked at a clock.
void track_look();
// The running thread has acquired (1) or released (-1) an object by a step on another one.
void track_hold(std::uint64_t object, std::int32_t change);

}  // namespace stalemate::rt

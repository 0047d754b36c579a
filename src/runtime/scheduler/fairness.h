// Fair scheduling (S9) as the scheduler sees it: which step was a yield, and which threads are held back by
// it. Fibers that are held back are disabled as far as the log is concerned: what the explorer sees as
// enabled is T of S2.
//
// A step is a yield where the thread is proven to repeat itself (stretch.h), and without a proof once it has
// come by often enough (Config::fair_after). Yields without a proof that hold a thread back are entered in
// the ledger. With Config::spin_yield off, yields are the paper's: every operation that says so.
#pragma once

#include <cstdint>

#include "runtime/scheduler/scheduler_hooks.h"

namespace stalemate {
class Fairness;
}

namespace stalemate::rt {

struct Fiber;

void prepare_fairness();
// What is remembered now.
const Fairness& fairness_now();
// An execution begins.
void begin_fairness();

// A loop that changes something in every round may be about to end, so that it gets more rounds without a
// proof than one that only looks.
std::uint32_t rounds_of_a_long_loop();

// A variable was read at `pc`, and nothing changed by it.
void note_look(std::uintptr_t pc, const volatile void* object, std::uint64_t value);

}  // namespace stalemate::rt

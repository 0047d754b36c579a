// The scheduler's side of fair scheduling (S9): which step was a yield, and which threads it holds back. The
// log shows fibers that are held back as disabled: what the explorer reads as enabled is T of S2.
//
// A step is a yield where the thread is proven to repeat itself (stretch.h), and without a proof once the
// thread has visited it often enough (Config::fair_after). Yields without a proof that hold a thread back are
// entered in the ledger. With Config::spin_yield off, yields are the paper's: every operation that is
// declared a yield.
#pragma once

#include <cstdint>

#include "runtime/scheduler/scheduler_hooks.h"

namespace stalemate {
class Fairness;
}

namespace stalemate::rt {

struct Fiber;

void prepare_fairness();
// The current fairness state.
const Fairness& fairness_now();
// An execution begins.
void begin_fairness();

// A loop that changes something in every round may be about to end. It gets more rounds without a proof than
// a loop that only looks.
std::uint32_t rounds_of_a_long_loop();

// A variable was read at `pc`; the read changed nothing.
void note_look(std::uintptr_t pc, const volatile void* object, std::uint64_t value);

}  // namespace stalemate::rt

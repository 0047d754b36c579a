// Fair scheduling (S9) as the scheduler sees it: which step was a yield, who is held back by it. Fibers that
// are held back are disabled as far as the log is concerned: what the explorer sees as enabled is T of S2.
#pragma once

#include <cstdint>

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
// Before a choice: accounts for the step made last.
void account_for_last_step();

// A step that is no poll, or one that changed something.
void forget_polls(Fiber* fiber);
// An atomic variable was read at `pc`, and nothing changed by it. A thread that reads the same values at the
// same places again and again, and does nothing else, waits for another thread: that is a yield.
void note_poll(std::uintptr_t pc, const volatile void* object, std::uint64_t value);

}  // namespace stalemate::rt

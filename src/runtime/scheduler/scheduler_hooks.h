// What the scheduler needs from the subsystems above it. Declared here, so that the scheduler does not
// include them; each function is defined by the subsystem that the comment names, or by a test.
#pragma once

#include <cstdint>

namespace stalemate::rt {

struct Fiber;

// fairness.cc. Before a choice: accounts for the last step.
void account_for_last_step();
// The step was not a look, or it changed something.
void forget_looks(Fiber* fiber);

// awaits.cc. Before a choice: which awaits have become silent, and which have ceased to be.
void renew_awaits();
// Whether the fiber's announced step would be silent, so that it is not enabled.
bool awaits(const Fiber* fiber);
// It does, and has to run all the same.
void is_prescribed(const Fiber* fiber);
// Whether one waits that could begin anew what it is doing: an execution that ends so is explored where it
// begins later.
bool tries_in_vain();
// No thread is enabled. If all that are left await, or if something that is not under control might end that,
// they continue in their loops in the rest of the execution; false: they do not.
bool release_awaits();

// stretch.cc. Whether any thread's accesses are recorded.
bool stretches_used();
// The running thread has changed.
void choose_tracked(const Fiber* running);

// cycle_detection.cc. After g.next_look steps, between two steps; ends the execution or sets the next look.
void look_for_divergence();

// While g.records_values, when the scheduler returns to the program: leaves nothing on the stack that an
// uninitialised variable could read.
void wipe_stack();

// state_log.cc. Before a choice, while g.states.
void log_state();

// io_wait.cc and process_shared.cc. No thread is enabled: waits for the outside, if a thread does; returns
// whether a thread is enabled afterwards.
bool wake_io_waits();
bool wake_shared_waits();

// timers.cc. Before a choice; `stuck`: no thread is enabled. True: a thread has received a signal.
bool expire_timers(bool stuck);

// The step under way was a yield, or one of a loop that polls (S9).
void note_idle_step();

// signals.cc, while g.signals. At a switch.
void exchange_masks(Fiber* from, const Fiber* to);
std::uint64_t mask_of(const Fiber* fiber);
// Runs the handlers of pending signals that the running thread does not block; false: there were none.
bool deliver_pending();
// A signal from outside has arrived: the running thread's announced step is set aside for its handler.
void accept_outside_signals();
// The thread was chosen to run handlers instead of its step.
void run_interruption();

// cancel.cc. Acts on asynchronous cancellation if it was requested.
void announce_cancelled(Fiber* self);

// plain_values.cc, while g.traced. Logs the value of the last plain store.
void log_stored();

}  // namespace stalemate::rt

// Signals among the threads of the program. A signal for another thread is a step of the sender (kKill); the
// receiver's handler runs as a separate step (kHandler) before the step that it had announced, which is
// announced again afterwards. A thread that sleeps or waits for signals needs no such step: it checks itself.
//
// The kernel runs the handlers, on the stack of the running fiber, with the masks and flags that the program
// gave; its mask is that of the running fiber, and exchanged at every switch once signals are used. A signal
// from outside is deferred to the running thread's next step, and noted in the ledger.
#pragma once

#include <csignal>
#include <cstdint>

#include "runtime/core/own_signals.h"
#include "runtime/scheduler/scheduler_hooks.h"

namespace stalemate::rt {

struct Fiber;

// In a session, before its first execution: the handlers that the program has by now become controlled.
void adopt_signal_handlers();
// A new execution begins.
void renew_signals();

// The program's disposition; the kernel's is the runtime's.
struct sigaction& program_action(int signal);
// Gives the disposition to the kernel.
void install_action(int signal);

// Of the running thread; then delivers what the new mask lets through.
void set_mask(SignalSet mask);

// The signal reaches this thread: its handler runs at once if it is running, else when it is next scheduled.
void post(Fiber* fiber, int signal);
// The same for a thread that the scheduler chooses among those that can take it; if there is none, it waits.
void post_to_process(int signal);
// For a timer that expires between two steps (timers.h), while every thread is parked: the first thread that
// can take the signal gets it, and is enabled; nullptr: none can, or it is ignored.
Fiber* post_parked(int signal);
// False: it would end the process, and no thread waits for signals.
bool may_post_parked(int signal);
// Makes the kernel run the handler at once. A default action that ends the process ends the execution.
void deliver_now(int signal);
// A call of the program sends a signal: if it ends the process, it failed there.
void note_sender(std::uintptr_t pc);
// The first pending signal of the set, of the running thread or the process; 0: none. Takes it.
int take_pending(SignalSet set);
SignalSet pending_signals();
// A timer of the kernel is set (of processor time, or one that starts a thread): a thread that waits for a
// signal must really wait if no other thread can run.
void expect_timer();
bool timer_expected();

// Signals that are never blocked: the runtime needs them.
SignalSet own_signals();

}  // namespace stalemate::rt

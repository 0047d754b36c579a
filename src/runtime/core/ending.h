// How an execution ends, and how its end is reported. An execution that does not end by itself ends the
// session process, unless the session can undo it: its memory is no longer as the program left it.
#pragma once

#include <cstdint>

#include "model/wire/wire.h"

namespace stalemate::rt {

struct Ending {
  wire::Outcome outcome = wire::Outcome::kFinished;
  const char* text = "";
  int signal = 0;
  std::uintptr_t pc = 0;  // where it failed; 0: no call stack wanted
  bool here = true;       // on the running stack; else at the announced step of the current fiber
};

// Writes outcome and call stack, publishes the log, ends the session or starts the next execution.
[[noreturn]] void end_execution(const Ending& ending);
[[noreturn]] void end_in_deadlock();
// If no thread is enabled, and one waits in a try that failed; else returns.
void end_in_failed_tries();
[[noreturn]] void end_at_step_limit();
// The runtime has no capacity for `what`: the execution is abandoned, and the coverage partial. At most 47
// characters.
[[noreturn]] void end_beyond_capacity(const char* what, bool in_step = true);
// The item prescribes a thread that is not enabled, or a value out of range.
[[noreturn]] void end_diverged(std::uint32_t wanted);
[[noreturn]] void end_diverged_in_choice(std::uint32_t wanted, std::uint32_t alternatives);
// The same with a formatted text.
[[noreturn]] void fail(wire::Outcome outcome, std::uintptr_t pc, const char* format, ...)
    __attribute__((format(printf, 3, 4)));

// Thread exit: destructors of thread_local objects and keys, then the next fiber.
[[noreturn]] void end_thread();
// Runs what a thread leaves behind at its end.
void run_thread_destructors();

// Completes the header of the log under way; does not publish it.
void complete_header(wire::Outcome outcome, const char* text, int signal, int exit_code);
// Makes the completed log visible to the explorer and consumes its item.
void publish_log();

// The execution is over and its header complete: in a session that undoes executions, jumps back to its loop;
// else returns.
void leave_execution();
// The same after the last exit handler: does the rest of exit().
void leave_execution_after_exit();
}  // namespace stalemate::rt

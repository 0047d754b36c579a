// The ways in which a program ends itself. exit() runs its handlers under control, because they may join
// threads; the step is the moment at which the process, and with it every other thread, ends.
#include "runtime/process/process.h"

#include <unistd.h>
#include <cstdint>
#include <cstdlib>

#include "runtime/core/ending.h"
#include "runtime/core/fiber.h"
#include "runtime/core/state.h"
#include "runtime/heap/leaks.h"
#include "runtime/log/effects.h"
#include "runtime/platform/originals.h"
#include "runtime/process/signals.h"
#include "runtime/races/races.h"
#include "runtime/scheduler/scheduler.h"

using namespace stalemate;
using namespace stalemate::rt;

namespace {

void pass_exit(std::uintptr_t pc) {
  announce(OpKind::kExit, 0, pc);
  pass_enabled();
}

// The server publishes the log when the process has ended. Orderly: all destructors have run.
void leave_through_handlers(int code, bool orderly) {
  pass_exit(0);
  log_pending(g.current);
  g.exiting = true;
  if (orderly) look_for_leaks();
  complete_header(wire::Outcome::kFinished, "", 0, code);
  g.active = false;
  end_race_checking();
}

// Registered before any handler of the program, hence run after them all. While a thread waits here for its
// turn, another may call exit() too: libc's list of handlers is shared, so this one is added again first.
void last_handler(int code, void*) {
  if (!g.active || g.exiting) return;
  on_exit(last_handler, nullptr);
  leave_through_handlers(code, true);
  leave_execution_after_exit();
}

// The same for quick_exit(), whose handlers do not get the code.
void last_quick_handler() {
  if (!g.active || g.exiting) return;
  at_quick_exit(last_quick_handler);
  leave_through_handlers(g.current->exit_code, false);
  leave_execution();
}

// The callers' frames, and below them their registers, all of which __builtin_unwind_init makes a function
// save at its beginning.
constexpr std::ptrdiff_t kSavedRegisters = 5;

__attribute__((noinline)) void note_exit_frame(const void* frame) {
  if (g.active) g.current->exit_frame = frame;
}

[[noreturn]] void leave_now(int code, std::uintptr_t pc) {
  pass_exit(pc);
  log_pending(g.current);
  complete_header(wire::Outcome::kFinished, "", 0, code);
  g.active = false;
  end_race_checking();
  leave_execution();
  if (!g.whole_program) publish_log();
  real()._exit(code);
  __builtin_unreachable();
}

}  // namespace

namespace stalemate::rt {

void watch_exit() {
  on_exit(last_handler, nullptr);
  at_quick_exit(last_quick_handler);
}

void pass_exec(std::uintptr_t pc) {
  pass_exit(pc);
  log_opaque();
}

void leave_program() {
  note_exit_frame(__builtin_frame_address(0));
  real().exit(0);
  __builtin_unreachable();
}

}  // namespace stalemate::rt

STALEMATE_INTERPOSED void exit(int code) {
  // In a unit test the process is the test framework's, and so are its exit handlers.
  if (g.active && !g.whole_program) leave_now(code, STALEMATE_CALLER);
  __builtin_unwind_init();
  note_exit_frame(static_cast<const std::uintptr_t*>(__builtin_frame_address(0)) - kSavedRegisters);
  real().exit(code);
  __builtin_unreachable();
}

STALEMATE_INTERPOSED void quick_exit(int code) {
  if (g.active && !g.whole_program) leave_now(code, STALEMATE_CALLER);
  if (g.active) g.current->exit_code = code;
  real().quick_exit(code);
  __builtin_unreachable();
}

STALEMATE_INTERPOSED void _exit(int code) {
  if (g.active) leave_now(code, STALEMATE_CALLER);
  real()._exit(code);
  __builtin_unreachable();
}

STALEMATE_INTERPOSED void _Exit(int code) {
  if (g.active) leave_now(code, STALEMATE_CALLER);
  real()._exit(code);
  __builtin_unreachable();
}

STALEMATE_INTERPOSED void abort() {
  if (g.active && has_handler(SIGABRT)) {
    set_mask(mask_of(g.current) & ~bit_of(SIGABRT));
    deliver_now(SIGABRT);  // the program's handler may not return
  }
  if (g.active) fail(wire::Outcome::kAbort, STALEMATE_CALLER, "abort()");
  real().abort();
  __builtin_unreachable();
}

STALEMATE_INTERPOSED void __assert_fail(const char* condition, const char* file, unsigned line,
                                        const char* function) {
  if (g.active) fail(wire::Outcome::kAssertion, STALEMATE_CALLER, "assertion failed: %s", condition);
  real().assert_fail(condition, file, line, function);
  __builtin_unreachable();
}

#include "runtime/core/ending.h"
#include "model/operations.h"

#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "model/main_leaves.h"
#include "model/outcome.h"
#include "runtime/core/fiber.h"
#include "runtime/log/call_stack.h"
#include "runtime/log/effects.h"
#include "runtime/log/ledger.h"
#include "runtime/platform/kernel.h"
#include "runtime/process/process.h"
#include "runtime/pthread/process_shared.h"
#include "runtime/pthread/sync_mutex.h"
#include "runtime/pthread/thread_keys.h"
#include "runtime/scheduler/scheduler.h"
#include "runtime/scheduler/sync_object.h"
#include "runtime/scheduler/virtual_clock.h"
#include "runtime/session/session.h"
#include "runtime/shadow/vector_clock.h"
#include "runtime/uninstrumented/unseen_library.h"

extern "C" void __call_tls_dtors() __attribute__((weak));

namespace stalemate::rt {

namespace {

constexpr std::uint32_t kTextBytes = 2048;

// Which thread waits for what, which thread holds it, and since where.
void put_blocked() {
  for (Fiber* f = first_fiber(); f != nullptr; f = f->path_next) {
    if (f->finished) continue;
    const SyncObject* on =
        f->sleeps_on != nullptr ? nullptr : f->on;  // a sleeper waits for a signal, not for the mutex
    std::uintptr_t since = 0;
    const Fiber* owner = on != nullptr ? holder_of(on, &since) : nullptr;
    const Fiber* holder = f->joins != nullptr ? f->joins : owner;
    put({wire::RecordKind::kBlocked, f->op, static_cast<std::uint16_t>(f->id),
         holder != nullptr ? holder->id : ~0u, f->object});
    put_frames(f, f->pc);
    if (owner != nullptr)
      put({wire::RecordKind::kHeldAt, OpKind::kLock, static_cast<std::uint16_t>(owner->id), 0, since});
  }
}

// Why a thread cannot be scheduled, as a continuation of "expected …, came".
void describe_absence(const Fiber* wanted, char* text, std::size_t bytes) {
  if (wanted == nullptr)
    std::snprintf(text, bytes, "no such thread yet");
  else if (wanted->finished)
    std::snprintf(text, bytes, "the end of that thread");
  else
    std::snprintf(text, bytes, "that thread blocked in %s", name_of(wanted->op));
}

[[noreturn]] void end_diverged_saying(const char* text) {
  g.header->divergence = g.points;
  end_execution({wire::Outcome::kDiverged, text});
}

// The announced steps of the others: if a preempted thread never ran again, that is often the cause.
void put_pending() {
  for (const Fiber* f = first_fiber(); f != nullptr; f = f->path_next)
    if (!f->finished && f != g.current)
      put({wire::RecordKind::kPending, f->op, static_cast<std::uint16_t>(f->id), 0, f->object});
}

// It did not end by the access that was announced last.
bool has_done_its_stores(wire::Outcome outcome) {
  return outcome == wire::Outcome::kAssertion || outcome == wire::Outcome::kAbort ||
         outcome == wire::Outcome::kException || outcome == wire::Outcome::kMisuse ||
         outcome == wire::Outcome::kAbandoned;
}

constexpr char kSharedWait[] = "a thread that may wait for a forked process";

// Polling, which a process that shares the memory may end.
bool is_wait(wire::Outcome outcome) {
  return outcome == wire::Outcome::kLivelock || outcome == wire::Outcome::kGoodSamaritan ||
         outcome == wire::Outcome::kStepLimit;
}

// Memory was used correctly: kept memory cannot have been overwritten.
bool can_be_undone(wire::Outcome outcome) {
  switch (outcome) {
    case wire::Outcome::kDeadlock:
    case wire::Outcome::kAssertion:
    case wire::Outcome::kStepLimit:
    case wire::Outcome::kOutOfSteps:
    case wire::Outcome::kLivelock:
    case wire::Outcome::kGoodSamaritan:
    case wire::Outcome::kRepeats:
    case wire::Outcome::kTriesFailed:
    case wire::Outcome::kCut:
    case wire::Outcome::kAbandoned:
    case wire::Outcome::kDiverged: return true;
    default: return false;
  }
}

// Also if call stacks are not recorded: failures are distinguished by their place.
void take_failing_stack(const Ending& ending) {
  const std::uint32_t wanted = frames_of_place(ending.outcome);
  if (!g.detailed && wanted == 1) return;
  if (!g.detailed) g.frames = wanted;
  take_call_stack(g.current, ending.pc);
}

// Not only the one that ran last (S9): another thread that has not finished can continue, or could in the
// last part of the execution. One that waits for a lock which the runner takes and releases in each round is
// not blocked.
bool others_take_part(const Fiber* runner) {
  for (const Fiber* f = first_fiber(); f != nullptr; f = f->path_next)
    if (f != runner && !f->finished && f->enabled) return true;
  const auto* const begin = reinterpret_cast<const wire::Record*>(g.header + 1);
  std::uint32_t left = g.channel->config.step_limit / 8;  // steps
  for (const wire::Record* r = g.write; r-- != begin && left != 0;) {
    const bool is_step = r->kind == wire::RecordKind::kStep;
    left -= is_step ? 1 : 0;
    const bool shows_it =
        is_step || r->kind == wire::RecordKind::kEnabled || r->kind == wire::RecordKind::kDisabled;
    const Fiber* const f = shows_it && r->thread != runner->id ? fiber_by_id(r->thread) : nullptr;
    if (f != nullptr && !f->finished) return true;
  }
  return false;
}

// See model/main_leaves.h. For threads that join it main has ended.
[[noreturn]] void leave_after_others() {
  Fiber* self = g.current;
  self->left = true;
  if (self->joiner != nullptr) set_enabled(self->joiner, true);
  if (g.unfinished > 1) {
    announce(OpKind::kJoin, kEveryOtherThread, self->pc);
    pass(nullptr, false);
  }
  for (const Fiber* f = self->path_next; f != nullptr; f = f->path_next) {
    reach(f->clock);
    if (racing.now != 0) join_clock(f->id);
  }
  leave_program();
}

}  // namespace

void complete_header(wire::Outcome outcome, const char* text, int signal, int exit_code) {
  note_loaded_since();
  wire::LogHeader& header = *g.header;
  header.records =
      static_cast<std::uint32_t>((g.write_position - g.channel->log_head.load(std::memory_order_relaxed)) /
                                 sizeof(wire::Record)) -
      static_cast<std::uint32_t>(sizeof(wire::LogHeader) / sizeof(wire::Record));
  std::size_t length = std::strlen(text);
  if (length > kTextBytes) length = kTextBytes;
  std::memcpy(g.write, text, length);
  header.text_bytes = static_cast<std::uint32_t>(length);
  header.signal = static_cast<std::uint8_t>(signal);
  header.exit_code = exit_code;
  header.points = g.points;
  header.steps = g.steps;
  header.threads = static_cast<std::uint16_t>(fiber_count());
  header.state = g.state_hash;
  header.uses_state = static_cast<std::uint16_t>(g.uses_state);
  if (g.channel->config.states == wire::States::kProgram) header.uses_state |= wire::kStatesLogged;
  header.outcome = outcome;
}

void end_execution(const Ending& ending) {
  if (is_wait(ending.outcome) && shares_memory_with_process()) end_beyond_capacity(kSharedWait);
  if (g.traced && has_done_its_stores(ending.outcome)) log_stored();
  g.active = false;
  if (ending.pc != 0 && ending.outcome != wire::Outcome::kDeadlock && g.current != nullptr) {
    g.header->failing_thread = g.current->id;
    if (ending.here) take_failing_stack(ending);
    put_frames(g.current, ending.pc);
    if (g.detailed && !g.effects) put_pending();
  }
  log_pending(ending.here ? g.current : nullptr);
  complete_header(ending.outcome, ending.text, ending.signal, 0);
  if (can_be_undone(ending.outcome)) leave_execution();
  publish_log();
  kernel::exit(0);
}

void end_in_deadlock() {
  if (waits_for_process()) end_beyond_capacity(kSharedWait);
  put_blocked();
  end_execution({wire::Outcome::kDeadlock, "", 0, 0, false});
}

void end_in_failed_tries() {
  if (tries_in_vain()) end_execution({wire::Outcome::kTriesFailed, "", 0, 0, false});
}

void end_beyond_capacity(const char* what, bool in_step) {
  note_uncontrolled(wire::Uncontrolled::kCapacity, 0, what);
  end_execution({wire::Outcome::kAbandoned, "", 0, 0, in_step});
}

void end_at_step_limit() {
  end_in_failed_tries();
  Fiber* const runner = const_cast<Fiber*>(g.last);
  char text[200];
  if (others_take_part(runner)) {
    std::snprintf(text, sizeof text, "more than %u steps", g.channel->config.step_limit);
    note_uncontrolled(wire::Uncontrolled::kSteps, runner->pc, text);
    end_execution({wire::Outcome::kOutOfSteps, "", 0, 0, false});
  }
  std::snprintf(text, sizeof text,
                "more than %u steps in one execution, the last ones by a loop that does not end while all "
                "others wait or have ended; this is a limit, not a proof",
                g.steps);
  g.current = runner;
  end_execution({wire::Outcome::kStepLimit, text, 0, runner->pc, false});
}

void end_diverged(std::uint32_t wanted) {
  char text[160];
  describe_absence(fiber_by_id(wanted), text, sizeof text);
  end_diverged_saying(text);
}

void end_diverged_in_choice(std::uint32_t wanted, std::uint32_t alternatives) {
  char text[160];
  std::snprintf(text, sizeof text, "a choice among %u values, which has no %u", alternatives, wanted);
  end_diverged_saying(text);
}

void fail(wire::Outcome outcome, std::uintptr_t pc, const char* format, ...) {
  char text[kTextBytes];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  end_execution({outcome, text, 0, pc});
}

void run_thread_destructors() {
  if (__call_tls_dtors != nullptr) __call_tls_dtors();
  run_key_destructors();
}

void end_thread() {
  g.current->leaving = true;
  run_thread_destructors();
  leave_robust_mutexes(g.current);
  if (g.current->id == 0 && g.whole_program) leave_after_others();
  finish_current();
}

}  // namespace stalemate::rt

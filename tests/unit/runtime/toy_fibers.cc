// Toy programs on the runtime's scheduler: its hooks are empty, and an execution ends by a switch to the
// test.
#include <gtest/gtest.h>

#include <cstdarg>
#include <map>

#include "runtime/core/ending.h"
#include "runtime/core/fiber.h"
#include "runtime/core/floating_point.h"
#include "runtime/core/state.h"
#include "runtime/log/call_stack.h"
#include "runtime/platform/context.h"
#include "runtime/platform/own_malloc.h"
#include "runtime/platform/tls.h"
#include "runtime/scheduler/scheduler.h"
#include "runtime/scheduler/sync_object.h"
#include "toy_threads.h"

namespace stalemate::rt {

void account_for_last_step() {}
void forget_looks(Fiber*) {}
bool stretches_used() { return false; }
void choose_tracked(const Fiber*) {}
void look_for_divergence() {}
void wipe_stack() {}
void log_state() {}
bool wake_io_waits() { return false; }
bool wake_shared_waits() { return false; }
void renew_awaits() {}
bool awaits(const Fiber*) { return false; }
bool release_awaits() { return false; }
void end_in_failed_tries() {}
bool tries_in_vain() { return false; }
void is_prescribed(const Fiber*) {}
bool expire_timers(bool) { return false; }
void exchange_masks(Fiber*, const Fiber*) {}
std::uint64_t mask_of(const Fiber*) { return 0; }
bool deliver_pending() { return false; }
void accept_outside_signals() {}
void run_interruption() {}
void announce_cancelled(Fiber*) {}
void log_stored() {}

void take_call_stack(Fiber*, std::uintptr_t) {}
void put_frames(const Fiber*, std::uintptr_t) {}
void call_stacks_end_at(const void*) {}
void look_at_floating_point() {}
void inherit_floating_point(Fiber*) {}
void exchange_floating_point(Fiber*, const Fiber*) {}
bool program_has_own_malloc() { return false; }
extern "C" bool stalemate_rt_track(std::uintptr_t, std::size_t, bool, std::uintptr_t) { return false; }

}  // namespace stalemate::rt

namespace stalemate::test {
namespace {

using namespace rt;

const ToyProgram* program = nullptr;
ToyEnding ending;
Fiber* created[kMostThreads];  // by script
bool events[kObjects];
char locks[kObjects * 8], event_objects[kObjects * 8];
wire::Channel channel;

[[noreturn]] void leave(const ToyEnding& how) {
  ending = how;
  g.active = false;
  set_thread_pointer(g.main_tcb);
  stalemate_rt_switch(&g.current->stack_pointer, g.loop_stack);
  __builtin_unreachable();
}

std::uint64_t name(std::uint32_t what) { return 1 + what; }
SyncObject* lock_at(std::uint32_t what) { return object_at(&locks[what * 8]); }
SyncObject* event_at(std::uint32_t what) { return object_at(&event_objects[what * 8]); }
bool is_free(const SyncObject* on, const Fiber*) { return on->owner == nullptr; }

void take_step(OpKind op, std::uint64_t object) {
  announce(op, object, 1);
  pass_enabled();
}

void lock(std::uint32_t what, bool timed) {
  SyncObject* object = lock_at(what);
  announce(timed ? OpKind::kTimedLock : OpKind::kLock, name(what), 1);
  pass_when(object, is_free, timed);
  if (object->owner != nullptr) return note_value(1);  // its time is over
  object->owner = g.current;
  refresh_waiters(object);
}

void unlock(std::uint32_t what) {
  take_step(OpKind::kUnlock, name(what));
  SyncObject* object = lock_at(what);
  if (object->owner != g.current) return;
  object->owner = nullptr;
  refresh_waiters(object);
}

void run_script(std::uint32_t script);
void* thread_main(void* script) {
  run_script(static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(script)));
  return nullptr;
}

void create(std::uint32_t what) {
  take_step(OpKind::kCreate, 0);
  created[what] = create_fiber(thread_main, reinterpret_cast<void*>(std::uintptr_t{what}));
}

void join(Fiber* other) {
  announce(OpKind::kJoin, name(other->id), 1);
  other->joiner = g.current;
  pass(nullptr, other->finished);
}

void change_event(std::uint32_t what, bool set) {
  take_step(OpKind::kSignal, name(what));
  events[what] = set;
  set ? enable_waiters(event_at(what)) : disable_waiters(event_at(what));
}

void await(std::uint32_t what) {
  announce(OpKind::kFutexWait, name(what), 1);
  pass(event_at(what), events[what]);
}

void perform(const ToyCall& call) {
  switch (call.kind) {
    case ToyCall::kStore: return take_step(OpKind::kStore, name(call.what));
    case ToyCall::kLock: return lock(call.what, false);
    case ToyCall::kTimedLock: return lock(call.what, true);
    case ToyCall::kUnlock: return unlock(call.what);
    case ToyCall::kAwait: return await(call.what);
    case ToyCall::kSet: return change_event(call.what, true);
    case ToyCall::kReset: return change_event(call.what, false);
    case ToyCall::kYield: return take_step(OpKind::kYield, 0);
    case ToyCall::kOutside: announce(OpKind::kRead, 0, 1); return pass_outside();
    case ToyCall::kCreate: return create(call.what);
    case ToyCall::kJoin:
      if (created[call.what] != nullptr) join(created[call.what]);
      return;
    case ToyCall::kChoose: choose_value(call.what); return;
    case ToyCall::kHold:
    case ToyCall::kRelease: {
      const bool held = call.kind == ToyCall::kHold;
      if (Fiber* other = created[call.what]; other != nullptr && !other->finished && other->held_back != held)
        hold_back(other, held);
    }
  }
}

void run_script(std::uint32_t script) {
  for (const ToyCall& call : program->scripts[script]) perform(call);
}

void main_entry(void*) {
  created[0] = g.current;
  run_script(0);
  end_thread();
}

void prepare() {
  static bool prepared = false;
  if (prepared) return;
  prepared = true;
  find_thread_pointer_instruction();
  const char* const refusal = learn_tls();
  ASSERT_EQ(refusal, nullptr) << refusal;
  g.main_tcb = thread_pointer();
  prepare_fibers();
  prepare_objects();
}

void begin(const ToyItem& item, std::vector<wire::Record>& records) {
  g = State{};
  g.main_tcb = thread_pointer();
  g.channel = &channel;
  channel.config.step_limit = item.step_limit;
  g.next_look = ~0u;
  g.write = records.data();
  g.write_end = records.data() + item.room;
  g.tail = item.tail;
  g.random = g.seed = item.seed;
  g.length = item.length;
  g.changes = item.changes;
  g.cut_points = item.cut_points;
  g.walks_on = item.walks_on;
  g.deviation = item.deviations.data();
  g.deviations_end = g.deviation + item.deviations.size();
  if (!item.deviations.empty()) g.next_deviation_point = g.deviation->point;
  release_fibers();
  forget_all_objects();
  for (Fiber*& fiber : created) fiber = nullptr;
  for (bool& event : events) event = false;
  ending = {};
}

// Enabledness as the log alone shows it.
struct KnownThread {
  bool enabled = false, timed = false, held = false;
};

void read_change(const wire::Record& record, KnownThread& thread) {
  const KnownThread before = thread;
  thread.enabled = record.kind == wire::RecordKind::kEnabled;
  thread.timed = thread.enabled && record.value == 1;
  thread.held = !thread.enabled && record.value == wire::kHeldBack;
  const bool changed = before.enabled != thread.enabled || before.timed != thread.timed ||
                       before.held != thread.held || record.value == wire::kFinished ||
                       thread.held;  // its wait may have become one with a timeout
  EXPECT_TRUE(changed) << "a record that says nothing new of thread " << record.thread;
}

ToyPoint point_of(const wire::Record& record, const std::map<std::uint32_t, KnownThread>& threads) {
  ToyPoint point;
  point.thread = record.thread;
  point.op = record.op;
  point.value = record.value;
  point.object = record.op == OpKind::kCreate || record.op == OpKind::kStart ? 0 : record.object;
  if (record.kind == wire::RecordKind::kChoice) return point;
  for (const auto& [id, thread] : threads) {
    if (thread.enabled) point.may_run.push_back({id, thread.timed});
    if (thread.held) point.held.push_back(id);
  }
  return point;
}

}  // namespace
}  // namespace stalemate::test

namespace stalemate::rt {

using test::ToyEnding;

void end_thread() { finish_current(); }
void end_execution(const Ending& how) {
  EXPECT_EQ(how.outcome, wire::Outcome::kCut);
  test::leave({ToyEnding::kCut, 0, how.here});
}
void end_in_deadlock() { test::leave({ToyEnding::kDeadlock, 0, false}); }
void end_beyond_capacity(const char*, bool in_step) { test::leave({ToyEnding::kBeyondCapacity, 0, in_step}); }
void end_diverged(std::uint32_t wanted) { test::leave({ToyEnding::kDiverged, wanted, false}); }
void end_diverged_in_choice(std::uint32_t wanted, std::uint32_t) {
  test::leave({ToyEnding::kDivergedInChoice, wanted, false});
}
void fail(wire::Outcome, std::uintptr_t, const char*, ...) { std::abort(); }

}  // namespace stalemate::rt

namespace stalemate::test {

ToyExecution run_on_fibers(const ToyProgram& toy, const ToyItem& item, std::vector<std::size_t>* where) {
  prepare();
  std::vector<wire::Record> records(100200);
  program = &toy;
  begin(item, records);
  run_main(main_entry);
  ToyExecution execution;
  execution.ending = ending;
  std::map<std::uint32_t, KnownThread> threads;
  if (where != nullptr) where->clear();
  for (const wire::Record* record = records.data(); record < g.write; ++record) {
    if (record->kind == wire::RecordKind::kEnabled || record->kind == wire::RecordKind::kDisabled) {
      read_change(*record, threads[record->thread]);
      continue;
    }
    execution.points.push_back(point_of(*record, threads));
    if (where != nullptr) where->push_back(static_cast<std::size_t>(record - records.data()));
  }
  EXPECT_EQ(g.points, execution.points.size());
  return execution;
}

}  // namespace stalemate::test

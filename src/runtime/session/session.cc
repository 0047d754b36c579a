#include "runtime/session/session.h"

#include <fcntl.h>
#include <malloc.h>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "runtime/core/ending.h"
#include "runtime/core/own_signals.h"
#include "runtime/core/state.h"
#include "runtime/heap/leaks.h"
#include "runtime/heap/old_blocks.h"
#include "runtime/io/early_endpoints.h"
#include "runtime/isolation/kernel_state.h"
#include "runtime/isolation/snapshot.h"
#include "runtime/libc/output_streams.h"
#include "runtime/log/effects.h"
#include "runtime/platform/context.h"
#include "runtime/platform/kernel.h"
#include "runtime/platform/originals.h"
#include "runtime/platform/own_malloc.h"
#include "runtime/platform/pages.h"
#include "runtime/platform/tls.h"
#include "runtime/scheduler/scheduler.h"
#include "runtime/session/growth.h"
#include "runtime/session/participants.h"
#include "runtime/states/state_log.h"

// glibc lets C++ skip atomic reference counts while a process has one thread. Ours always has one.
extern "C" char __libc_single_threaded;

// Weak, or a program without a loader would have the C library's heap beside its own.
extern "C" __attribute__((weak)) int mallopt(int, int) noexcept;

namespace stalemate::rt {

namespace {

// Room reserved at the end of a log for records about its ending.
constexpr std::uint64_t kEndingBytes = 256 * 1024;
// The same for the effects of one step, which may wake every other thread.
constexpr std::uint64_t kEffectBytes = 128 * 1024;

// The runtime's use of libc's heap must not move the break in every execution. Small enough not to be mapped.
constexpr std::size_t kLibcReserve = 96 * 1024;
constexpr std::size_t kLoopStack = 256 * 1024;

Program program;

void keep_output(int capture_fd) {
  kernel::truncate_and_rewind(capture_fd);
  kernel::redirect(1, capture_fd);
  kernel::redirect(2, capture_fd);
  setvbuf(stdout, nullptr, _IONBF, 0);  // an execution that fails does not flush
}

void drop_output() {
  const int null = kernel::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (null < 0) return;
  kernel::redirect(1, null);
  kernel::redirect(2, null);
  kernel::close(null);
}

void direct_output(const wire::ItemHeader& item, int capture_fd) {
  if ((item.flags & wire::kItemCapture) != 0 && capture_fd >= 0)
    keep_output(capture_fd);
  else if (g.channel->config.pass_output == 0)
    drop_output();
}

// splitmix64's finaliser; xorshift must not start from zero.
std::uint64_t spread(std::uint64_t seed) {
  seed += 0x9e3779b97f4a7c15u;
  seed = (seed ^ (seed >> 30)) * 0xbf58476d1ce4e5b9u;
  seed = (seed ^ (seed >> 27)) * 0x94d049bb133111ebu;
  seed ^= seed >> 31;
  return seed != 0 ? seed : 1;
}

void load_item(const wire::ItemHeader& item) {
  g.tail = item.tail;
  g.random = spread(item.seed);
  g.seed = item.seed;
  g.length = item.length;
  g.changes = item.changes;
  g.cut_points = item.cut_points == 0 ? ~0u : item.cut_points;
  g.walks_on = (item.flags & wire::kItemWalkOn) != 0;
  g.detailed = (item.flags & wire::kItemDetailed) != 0;
  g.traced = g.detailed && g.channel->config.trace_frames != 0;
  const std::uint32_t wanted = g.channel->config.trace_frames;
  g.frames = g.traced && wanted < CallStack::kDepth ? wanted : CallStack::kDepth;
  g.deviation = reinterpret_cast<const wire::Deviation*>(&item + 1);
  g.deviations_end = g.deviation + item.deviations;
  g.next_deviation_point = item.deviations == 0 ? ~0u : g.deviation->point;
  g.prescribed_points = item.deviations == 0 ? 0 : (g.deviations_end - 1)->point + 1;
}

void begin_execution(Ring& ring, const wire::ItemHeader& item) {
  load_item(item);
  g.header = ring.begin_log(item.id);
  g.write = reinterpret_cast<wire::Record*>(g.header + 1);
  g.write_end =
      g.write + (ring.longest_log() - sizeof(wire::LogHeader) - kEndingBytes) / sizeof(wire::Record);
  begin_effects();
  if (g.effects) g.write_end -= kEffectBytes / sizeof(wire::Record);
  g.write_position = ring.channel->log_write.load(std::memory_order_relaxed);
  g.points = g.steps = g.outsiders = 0;
  g.state_hash = 0;
  g.uses_state = 0;
  g.uses_time = false;
  begin_participants(item);
}

bool captures(const wire::ItemHeader& item) { return (item.flags & wire::kItemCapture) != 0; }

[[noreturn]] void body_entry(void*) {
  program.body(program.argument);
  if (program.whole) std::exit(0);
  finish_current();
}

// A program with its own heap and no loader does not have the C library's.
void prepare_outside_heap() {
  if (own_heap() != nullptr) return;
  mallopt(M_ARENA_MAX, 1);
  // Memory allocated before is not returned to the kernel by an execution that frees it.
  mallopt(M_TRIM_THRESHOLD, INT_MAX);
  void* volatile reserve = outside_heap().malloc(kLibcReserve);  // or the compiler would optimize it away
  outside_heap().free(reserve);
}

}  // namespace

const char* prepare_session() {
  find_thread_pointer_instruction();
  g.main_tcb = thread_pointer();
  if (const char* problem = learn_tls()) return problem;
  real();  // looking functions up allocates
  if (const char* problem = prepare_participants()) return problem;
  __libc_single_threaded = 0;
  prepare_outside_heap();
  find_old_blocks();
  return nullptr;
}

void enter_session(Ring& ring, const Program& what, int capture_fd) {
  program = what;
  replace_early_endpoints();
  note_session_stack(__builtin_frame_address(0));
  catch_crashes();
  direct_output(*ring.front_item(), capture_fd);
  begin_execution(ring, *ring.front_item());
  adopt_main();
}

namespace {

// One execution, in a separate process or in one that calls the body again.
void run_once(Ring& ring, bool last) {
  begin_execution(ring, *ring.front_item());
  run_main(body_entry);
  look_for_leaks();
  log_pending(nullptr);
  complete_header(wire::Outcome::kFinished, "", 0, 0);
  if (last) std::fflush(nullptr);
  publish_log();
}

// Returns when the execution is over, whatever ended it: all threads have ended, or leave_execution was
// called. Values read from memory before are no longer valid then; hence a separate function.
__attribute__((noinline)) void run_until_left(Ring& ring) {
  begin_execution(ring, *ring.front_item());
  run_main(body_entry);
  if (g.header->outcome != wire::Outcome::kRunning) return;
  look_for_leaks();
  log_pending(nullptr);
  complete_header(wire::Outcome::kFinished, "", 0, 0);
  flush_output_streams();
}

__attribute__((noinline)) bool undo_execution() {
  if (kernel_state_touched() || !return_to_kernel_state() || !return_to_snapshot()) return false;
  auto& undone = g.channel->undone;
  undone.store(undone.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  return true;
}

[[noreturn]] void loop_entry(void* argument) {
  Ring& ring = *static_cast<Ring*>(argument);
  g.undoes_executions = true;
  const bool taken = take_kernel_state(is_own_endpoint) &&
                     take_snapshot(g.channel->config.tracking, lowest_kept_descriptor());
  if (!taken) {
    g.undoes_executions = false;
    run_once(ring, true);
    kernel::exit(0);
  }
  complete_kernel_state();
  complete_state_log();
  g.channel->snapshots.fetch_add(1);
  bool undone;
  do {
    run_until_left(ring);
    undone = true;
    while (!kernel_state_touched() && must_log_states_again() && (undone = undo_execution()))
      run_until_left(ring);
    publish_log();
    undone = undone && undo_execution();
  } while (undone && ring.await_item() && !captures(*ring.front_item()));
  kernel::exit(0);
}

bool may_leave() { return g.undoes_executions && g.header != nullptr && is_session_process(); }

void switch_to_loop() {
  g.active = false;
  set_thread_pointer(g.main_tcb);
  void* nowhere;
  stalemate_rt_switch(&nowhere, g.loop_stack);
}

}  // namespace

void leave_execution() {
  if (may_leave()) switch_to_loop();
}

void leave_execution_after_exit() {
  if (!may_leave()) return;
  flush_output_streams();
  switch_to_loop();
}

void run_session(Ring& ring, const Program& what, int capture_fd) {
  program = what;
  replace_early_endpoints();
  note_session_stack(__builtin_frame_address(0));
  catch_crashes();
  const wire::Isolation isolation = g.channel->config.isolation;
  const bool memory = isolation == wire::Isolation::kMemory && program.undo && !captures(*ring.front_item());
  g.starts_afresh = program.whole || isolation != wire::Isolation::kNone;
  direct_output(*ring.front_item(), capture_fd);
  if (memory) {
    void* top = static_cast<char*>(kept_pages(kLoopStack)) + kLoopStack;
    void* nowhere;
    stalemate_rt_switch(&nowhere, prepare_stack(top, loop_entry, &ring));
  }
  begin_growth();
  do run_once(ring, g.starts_afresh);
  while (!g.starts_afresh && !has_grown_too_much() && ring.await_item());
  kernel::exit(0);
}

}  // namespace stalemate::rt

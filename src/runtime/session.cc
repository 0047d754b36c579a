#include "runtime/session.h"

#include <fcntl.h>
#include <malloc.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "runtime/call_stack.h"
#include "runtime/context.h"
#include "runtime/crash.h"
#include "runtime/ending.h"
#include "runtime/fiber.h"
#include "runtime/heap.h"
#include "runtime/kernel.h"
#include "runtime/objects.h"
#include "runtime/randomness.h"
#include "runtime/real.h"
#include "runtime/scheduler.h"
#include "runtime/state.h"
#include "runtime/tls.h"

// glibc lets C++ skip atomic reference counts while a process has one thread. Ours always has one.
extern "C" char __libc_single_threaded;

namespace stalemate::rt {

namespace {

// Room kept at the end of a log for what is said about its ending.
constexpr std::uint64_t kEndingBytes = 256 * 1024;

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
  g.cut_points = item.cut_points == 0 ? ~0u : item.cut_points;
  g.step_limit = g.channel->config.step_limit;
  g.detailed = (item.flags & wire::kItemDetailed) != 0;
  g.deviation = reinterpret_cast<const wire::Deviation*>(&item + 1);
  g.deviations_end = g.deviation + item.deviations;
  g.next_deviation_point = item.deviations == 0 ? ~0u : g.deviation->point;
}

void begin_execution(Ring& ring, const wire::ItemHeader& item) {
  load_item(item);
  g.header = ring.begin_log(item.id);
  g.write = reinterpret_cast<wire::Record*>(g.header + 1);
  g.write_end =
      g.write + (ring.longest_log() - sizeof(wire::LogHeader) - kEndingBytes) / sizeof(wire::Record);
  g.write_position = ring.channel->log_write.load(std::memory_order_relaxed);
  g.points = g.steps = 0;
  g.state_hash = 0;
  g.uses_state = false;
  release_fibers();
  forget_all_objects();
  renew_heap();
  renew_randomness();
}

[[noreturn]] void body_entry(void*) {
  program.body(program.argument);
  if (program.whole) std::exit(0);
  finish_current();
}

}  // namespace

const char* prepare_session() {
  find_thread_pointer_instruction();
  g.main_tcb = thread_pointer();
  if (const char* problem = learn_tls()) return problem;
  real();  // looking functions up allocates
  prepare_fibers();
  prepare_objects();
  learn_support_libraries();
  __libc_single_threaded = 0;
  mallopt(M_ARENA_MAX, 1);
  return nullptr;
}

void enter_session(Ring& ring, const Program& what, int capture_fd) {
  program = what;
  catch_crashes();
  direct_output(*ring.front_item(), capture_fd);
  begin_execution(ring, *ring.front_item());
  adopt_main();
}

void run_session(Ring& ring, const Program& what, int capture_fd) {
  program = what;
  catch_crashes();
  const bool once = program.whole || g.channel->config.isolation == wire::Isolation::kFork;
  direct_output(*ring.front_item(), capture_fd);
  do {
    begin_execution(ring, *ring.front_item());
    run_main(body_entry);
    complete_header(wire::Outcome::kFinished, "", 0, 0);
    if (once) std::fflush(nullptr);
    publish_log();
  } while (!once && ring.await_item());
  kernel::exit(0);
}

}  // namespace stalemate::rt

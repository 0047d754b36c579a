// Parallel regions, barriers, single, master, critical sections and reductions as clang calls them.
#include <cstdarg>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

#include "openmp/barrier.h"
#include "openmp/cancel.h"
#include "openmp/entry.h"
#include "openmp/kmpc/kmpc.h"
#include "openmp/lock_word.h"
#include "openmp/team.h"
#include "openmp/works.h"

using namespace stalemate::omp;

namespace {

constexpr int kMostArguments = 64, kFewArguments = 12;

// The function takes as many arguments as the call has. More are harmless: the caller removes them again.
using Function = void (*)(std::int32_t* thread, std::int32_t* bound, ...);

struct Call {
  Function function;
  int count;
  void* arguments[kMostArguments];
};

#define FOUR(at) a[at], a[(at) + 1], a[(at) + 2], a[(at) + 3]
#define SIXTEEN(at) FOUR(at), FOUR((at) + 4), FOUR((at) + 8), FOUR((at) + 12)

void invoke(Call& call, std::int32_t thread) {
  std::int32_t bound = 0;
  void** const a = call.arguments;
  using Few = void (*)(std::int32_t*, std::int32_t*, void*, void*, void*, void*, void*, void*, void*, void*,
                       void*, void*, void*, void*);
  if (call.count <= kFewArguments)
    reinterpret_cast<Few>(call.function)(&thread, &bound, FOUR(0), FOUR(4), FOUR(8));
  else
    call.function(&thread, &bound, SIXTEEN(0), SIXTEEN(16), SIXTEEN(32), SIXTEEN(48));
}

void run_call(void* data, Member& member) {
  invoke(*static_cast<Call*>(data), static_cast<std::int32_t>(member.number));
}

void take_arguments(Call& call, va_list list) {
  if (call.count > kMostArguments) std::abort();
  for (int i = 0; i < call.count; ++i) call.arguments[i] = va_arg(list, void*);
}

// clang counts constructs: parallel, for, sections, taskgroup.
unsigned construct_of(std::int32_t number) { return 1u << (number - 1); }

// Whether other threads may be in the same construct.
bool is_shared(const Member& member) { return member.team->threads > 1 || member.teams > 1; }

unsigned wanted_threads() {
  Member& member = here();
  const unsigned threads = member.threads_wanted;
  member.threads_wanted = 0;
  return threads;
}

}  // namespace

STALEMATE_OPENMP std::int32_t __kmpc_global_thread_num(Ident*) { return global_number(); }
STALEMATE_OPENMP std::int32_t __kmpc_bound_thread_num(Ident*) { return global_number(); }
STALEMATE_OPENMP std::int32_t __kmpc_global_num_threads(Ident*) {
  return static_cast<std::int32_t>(here().team->threads);
}
STALEMATE_OPENMP std::int32_t __kmpc_bound_num_threads(Ident*) {
  return static_cast<std::int32_t>(here().team->threads);
}
STALEMATE_OPENMP std::int32_t __kmpc_in_parallel(Ident*) { return here().team->level > 0 ? 1 : 0; }
STALEMATE_OPENMP void __kmpc_begin(Ident*, std::int32_t) {}
STALEMATE_OPENMP void __kmpc_end(Ident*) {}
STALEMATE_OPENMP std::int32_t __kmpc_ok_to_fork(Ident*) { return 1; }

STALEMATE_OPENMP void __kmpc_push_num_threads(Ident*, std::int32_t, std::int32_t threads) {
  here().threads_wanted = threads > 0 ? static_cast<unsigned>(threads) : 0;
}
STALEMATE_OPENMP void __kmpc_push_num_threads_strict(Ident*, std::int32_t, std::int32_t threads, int,
                                                     const char*) {
  here().threads_wanted = threads > 0 ? static_cast<unsigned>(threads) : 0;
}
STALEMATE_OPENMP void __kmpc_push_proc_bind(Ident*, std::int32_t, int) {}
STALEMATE_OPENMP void __kmpc_push_num_teams(Ident*, std::int32_t, std::int32_t teams, std::int32_t limit) {
  here().teams_wanted = teams > 0 ? static_cast<unsigned>(teams) : 0;
  here().limit_wanted = limit > 0 ? static_cast<unsigned>(limit) : 0;
}
STALEMATE_OPENMP void __kmpc_push_num_teams_51(Ident* place, std::int32_t thread, std::int32_t,
                                               std::int32_t most, std::int32_t limit) {
  __kmpc_push_num_teams(place, thread, most, limit);
}

STALEMATE_OPENMP void __kmpc_fork_call(Ident*, std::int32_t count, Function function, ...) {
  Call call{function, count, {}};
  va_list list;
  va_start(list, function);
  take_arguments(call, list);
  va_end(list);
  run_parallel(run_call, &call, wanted_threads(), nullptr);
}

STALEMATE_OPENMP void __kmpc_fork_call_if(Ident*, std::int32_t count, Function function,
                                          std::int32_t condition, void* arguments) {
  Call call{function, count, {arguments}};
  const unsigned threads = wanted_threads();
  run_parallel(run_call, &call, condition != 0 ? threads : 1, nullptr);
}

STALEMATE_OPENMP void __kmpc_fork_teams(Ident*, std::int32_t count, Function function, ...) {
  Call call{function, count, {}};
  va_list list;
  va_start(list, function);
  take_arguments(call, list);
  va_end(list);
  wanted_threads();
  Member& member = here();
  const unsigned teams = member.teams_wanted, limit = member.limit_wanted;
  member.teams_wanted = member.limit_wanted = 0;
  run_league(run_call, &call, teams, limit);
}

STALEMATE_OPENMP void __kmpc_barrier(Ident*, std::int32_t) { wait_at_barrier(here()); }
// Threads that leave a cancelled region come here as well. They do not wait: others may have passed the last
// cancellation point before, and do not come.
STALEMATE_OPENMP std::int32_t __kmpc_cancel_barrier(Ident*, std::int32_t) {
  return wait_unless_cancelled(here()) ? 1 : 0;
}
STALEMATE_OPENMP std::int32_t __kmpc_cancel(Ident*, std::int32_t, std::int32_t construct) {
  return cancel(here(), construct_of(construct)) ? 1 : 0;
}
STALEMATE_OPENMP std::int32_t __kmpc_cancellationpoint(Ident*, std::int32_t, std::int32_t construct) {
  return is_cancelled(here(), construct_of(construct)) ? 1 : 0;
}

STALEMATE_OPENMP void __kmpc_flush(Ident*) { std::atomic_thread_fence(std::memory_order_seq_cst); }

STALEMATE_OPENMP std::int32_t __kmpc_master(Ident*, std::int32_t) { return here().number == 0 ? 1 : 0; }
STALEMATE_OPENMP void __kmpc_end_master(Ident*, std::int32_t) {}
STALEMATE_OPENMP std::int32_t __kmpc_masked(Ident*, std::int32_t, std::int32_t filter) {
  return global_number() == filter ? 1 : 0;
}
STALEMATE_OPENMP void __kmpc_end_masked(Ident*, std::int32_t) {}
STALEMATE_OPENMP void __kmpc_scope(Ident*, std::int32_t, void*) {}
STALEMATE_OPENMP void __kmpc_end_scope(Ident*, std::int32_t, void*) {}

// Relaxed: being first orders nothing.
STALEMATE_OPENMP std::int32_t __kmpc_single(Ident*, std::int32_t) {
  Member& member = here();
  if (member.team->threads == 1) return 1;
  return next_work(member).next.fetch_add(1, std::memory_order_relaxed) == 0 ? 1 : 0;
}
STALEMATE_OPENMP void __kmpc_end_single(Ident*, std::int32_t) {}

STALEMATE_OPENMP void __kmpc_copyprivate(Ident*, std::int32_t, std::size_t, void* data,
                                         void (*copy)(void*, void*), std::int32_t was_it) {
  Member& member = here();
  if (was_it != 0) member.team->copied = data;
  wait_at_barrier(member);
  if (was_it == 0) copy(data, member.team->copied);
  wait_at_barrier(member);
}

STALEMATE_OPENMP void __kmpc_critical(Ident*, std::int32_t, std::int32_t* name) { lock(name); }
STALEMATE_OPENMP void __kmpc_critical_with_hint(Ident*, std::int32_t, std::int32_t* name, std::uint32_t) {
  lock(name);
}
STALEMATE_OPENMP void __kmpc_end_critical(Ident*, std::int32_t, std::int32_t* name) { unlock(name); }

// Each thread adds its values while it holds the lock of the reduction.
STALEMATE_OPENMP std::int32_t __kmpc_reduce_nowait(Ident*, std::int32_t, std::int32_t, std::size_t, void*,
                                                   void (*)(void*, void*), std::int32_t* name) {
  if (is_shared(here())) lock(name);
  return 1;
}
STALEMATE_OPENMP void __kmpc_end_reduce_nowait(Ident*, std::int32_t, std::int32_t* name) {
  if (is_shared(here())) unlock(name);
}
STALEMATE_OPENMP std::int32_t __kmpc_reduce(Ident*, std::int32_t, std::int32_t, std::size_t, void*,
                                            void (*)(void*, void*), std::int32_t* name) {
  if (is_shared(here())) lock(name);
  return 1;
}
STALEMATE_OPENMP void __kmpc_end_reduce(Ident*, std::int32_t, std::int32_t* name) {
  if (is_shared(here())) unlock(name);
  wait_at_barrier(here());
}

STALEMATE_OPENMP void __kmpc_error(Ident*, int severity, const char*) {
  if (severity == 2) std::exit(EXIT_FAILURE);
}

STALEMATE_OPENMP void* __kmpc_alloc(int, std::size_t bytes, void*) { return std::malloc(bytes); }
STALEMATE_OPENMP void* __kmpc_aligned_alloc(int, std::size_t align, std::size_t bytes, void*) {
  void* memory = nullptr;
  if (align < sizeof(void*)) align = sizeof(void*);
  return posix_memalign(&memory, align, bytes) == 0 ? memory : nullptr;
}
STALEMATE_OPENMP void __kmpc_free(int, void* memory, void*) { std::free(memory); }

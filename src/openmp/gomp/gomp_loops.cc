// Worksharing loops and sections as gcc calls them: for each schedule a start and a next, of signed and of
// unsigned iterations. A loop with a block for each thread needs none of it: the compiler computes that
// itself.
#include <cstdint>
#include <cstdlib>

#include "openmp/barrier.h"
#include "openmp/entry.h"
#include "openmp/gomp/gomp_reductions.h"
#include "openmp/loop.h"
#include "openmp/team.h"

using namespace stalemate::omp;

namespace {

using Unsigned = unsigned long long;

Loop described(Schedule schedule, std::uint64_t chunk) {
  Loop loop;
  loop.schedule = schedule;
  loop.chunk = chunk;
  return loop;
}

Loop by_settings() {
  const Settings& settings = here().settings;
  return described(settings.schedule, settings.chunk);
}

// As the compiler numbers them: runtime, static, dynamic, guided, auto; the top bit means monotonic.
Loop by_number(long schedule, std::uint64_t chunk) {
  switch (schedule & 0x7fffffff) {
    case 0: return by_settings();
    case 2: return described(Schedule::kDynamic, chunk);
    case 3: return described(Schedule::kGuided, chunk);
    default: return described(Schedule::kStatic, chunk);
  }
}

Loop with_range(Loop loop, long first, long end, long step) {
  loop.count = count_up(first, end, step);
  loop.first = static_cast<std::uint64_t>(first);
  loop.step = static_cast<std::uint64_t>(step);
  return loop;
}

Loop with_range(Loop loop, bool up, Unsigned first, Unsigned end, Unsigned step) {
  loop.count = count_unsigned(up, first, end, step);
  loop.first = first;
  loop.step = step;
  return loop;
}

template <class Value>
bool next(Value* first, Value* end) {
  Member& member = here();
  if (!next_chunk(member)) return false;
  *first = static_cast<Value>(member.loop.value_of(member.loop.begin));
  *end = static_cast<Value>(member.loop.value_of(member.loop.end));
  return true;
}

template <class Value>
bool start(Loop loop, bool ordered, Value* first, Value* end) {
  loop.ordered = ordered;
  Member& member = here();
  enter_loop(member, loop);
  return first == nullptr || next(first, end);
}

// What all threads of a construct share: reductions of its tasks, and memory, `*memory` bytes of it; its
// address is put there.
void share(void* reductions, void** memory) {
  if (reductions != nullptr && share_reductions != nullptr)
    share_reductions(here(), *here().loop.work, static_cast<std::uintptr_t*>(reductions));
  if (memory == nullptr) return;
  Member& member = here();
  Team& team = *member.team;
  const auto bytes = reinterpret_cast<std::size_t>(*memory);
  if (team.threads > 1) pthread_mutex_lock(&team.mutex);
  Work& work = *member.loop.work;
  if (work.memory == nullptr) work.memory = std::calloc(1, bytes);
  *memory = work.memory;
  if (team.threads > 1) pthread_mutex_unlock(&team.mutex);
}

struct Call {
  void (*function)(void*);
  void* data;
};

void run_call(void* data, Member&) {
  const Call& call = *static_cast<Call*>(data);
  call.function(call.data);
}

void parallel_loop(void (*function)(void*), void* data, unsigned threads, const Loop& loop) {
  Call call{function, data};
  run_parallel(run_call, &call, threads, &loop);
}

// A nest of loops of which the outermost is shared; extents from the outermost in.
template <class Value>
bool start_nest(Loop loop, unsigned dimensions, Value* extents, Value* first, Value* end) {
  if (dimensions > 8) std::abort();
  loop.count = static_cast<std::uint64_t>(extents[0]);
  loop.dimensions = dimensions;
  for (unsigned i = 0; i < dimensions; ++i) loop.extents[i] = static_cast<std::uint64_t>(extents[i]);
  return start(loop, false, first, end);
}

}  // namespace

#define LOOP_FAMILY(NAME, ORDERED, ...)                                                                    \
  STALEMATE_OPENMP bool GOMP_loop_##NAME##_start(long first, long end, long step, long chunk, long* from,  \
                                                 long* to) {                                               \
    return start(with_range(__VA_ARGS__, first, end, step), ORDERED, from, to);                            \
  }                                                                                                        \
  STALEMATE_OPENMP bool GOMP_loop_##NAME##_next(long* from, long* to) { return next(from, to); }           \
  STALEMATE_OPENMP bool GOMP_loop_ull_##NAME##_start(bool up, Unsigned first, Unsigned end, Unsigned step, \
                                                     Unsigned chunk, Unsigned* from, Unsigned* to) {       \
    return start(with_range(__VA_ARGS__, up, first, end, step), ORDERED, from, to);                        \
  }                                                                                                        \
  STALEMATE_OPENMP bool GOMP_loop_ull_##NAME##_next(Unsigned* from, Unsigned* to) { return next(from, to); }

#define RUNTIME_LOOP_FAMILY(NAME, ORDERED)                                                                 \
  STALEMATE_OPENMP bool GOMP_loop_##NAME##_start(long first, long end, long step, long* from, long* to) {  \
    return start(with_range(by_settings(), first, end, step), ORDERED, from, to);                          \
  }                                                                                                        \
  STALEMATE_OPENMP bool GOMP_loop_##NAME##_next(long* from, long* to) { return next(from, to); }           \
  STALEMATE_OPENMP bool GOMP_loop_ull_##NAME##_start(bool up, Unsigned first, Unsigned end, Unsigned step, \
                                                     Unsigned* from, Unsigned* to) {                       \
    return start(with_range(by_settings(), up, first, end, step), ORDERED, from, to);                      \
  }                                                                                                        \
  STALEMATE_OPENMP bool GOMP_loop_ull_##NAME##_next(Unsigned* from, Unsigned* to) { return next(from, to); }

#define CHUNKED(SCHEDULE) described(Schedule::SCHEDULE, static_cast<std::uint64_t>(chunk))

LOOP_FAMILY(static, false, CHUNKED(kStatic))
LOOP_FAMILY(dynamic, false, CHUNKED(kDynamic))
LOOP_FAMILY(guided, false, CHUNKED(kGuided))
LOOP_FAMILY(nonmonotonic_dynamic, false, CHUNKED(kDynamic))
LOOP_FAMILY(nonmonotonic_guided, false, CHUNKED(kGuided))
LOOP_FAMILY(ordered_static, true, CHUNKED(kStatic))
LOOP_FAMILY(ordered_dynamic, true, CHUNKED(kDynamic))
LOOP_FAMILY(ordered_guided, true, CHUNKED(kGuided))
RUNTIME_LOOP_FAMILY(runtime, false)
RUNTIME_LOOP_FAMILY(nonmonotonic_runtime, false)
RUNTIME_LOOP_FAMILY(maybe_nonmonotonic_runtime, false)
RUNTIME_LOOP_FAMILY(ordered_runtime, true)

#define GENERAL_LOOP(NAME, ORDERED)                                                                          \
  STALEMATE_OPENMP bool GOMP_loop_##NAME##start(long first, long end, long step, long schedule, long chunk,  \
                                                long* from, long* to, void* reductions, void** memory) {     \
    const bool some =                                                                                        \
        start(with_range(by_number(schedule, static_cast<std::uint64_t>(chunk)), first, end, step), ORDERED, \
              from, to);                                                                                     \
    share(reductions, memory);                                                                               \
    return some;                                                                                             \
  }                                                                                                          \
  STALEMATE_OPENMP bool GOMP_loop_ull_##NAME##start(bool up, Unsigned first, Unsigned end, Unsigned step,    \
                                                    long schedule, Unsigned chunk, Unsigned* from,           \
                                                    Unsigned* to, void* reductions, void** memory) {         \
    const bool some =                                                                                        \
        start(with_range(by_number(schedule, chunk), up, first, end, step), ORDERED, from, to);              \
    share(reductions, memory);                                                                               \
    return some;                                                                                             \
  }
GENERAL_LOOP(, false)
GENERAL_LOOP(ordered_, true)

#define NEST(NAME, LOOP)                                                                                  \
  STALEMATE_OPENMP bool GOMP_loop_doacross_##NAME##_start(unsigned dimensions, long* extents, long chunk, \
                                                          long* from, long* to) {                         \
    return start_nest(LOOP, dimensions, extents, from, to);                                               \
  }                                                                                                       \
  STALEMATE_OPENMP bool GOMP_loop_ull_doacross_##NAME##_start(                                            \
      unsigned dimensions, Unsigned* extents, Unsigned chunk, Unsigned* from, Unsigned* to) {             \
    return start_nest(LOOP, dimensions, extents, from, to);                                               \
  }
NEST(static, CHUNKED(kStatic))
NEST(dynamic, CHUNKED(kDynamic))
NEST(guided, CHUNKED(kGuided))

STALEMATE_OPENMP bool GOMP_loop_doacross_runtime_start(unsigned dimensions, long* extents, long* from,
                                                       long* to) {
  return start_nest(by_settings(), dimensions, extents, from, to);
}
STALEMATE_OPENMP bool GOMP_loop_ull_doacross_runtime_start(unsigned dimensions, Unsigned* extents,
                                                           Unsigned* from, Unsigned* to) {
  return start_nest(by_settings(), dimensions, extents, from, to);
}
STALEMATE_OPENMP bool GOMP_loop_doacross_start(unsigned dimensions, long* extents, long schedule, long chunk,
                                               long* from, long* to, void* reductions, void** memory) {
  const bool some =
      start_nest(by_number(schedule, static_cast<std::uint64_t>(chunk)), dimensions, extents, from, to);
  share(reductions, memory);
  return some;
}
STALEMATE_OPENMP bool GOMP_loop_ull_doacross_start(unsigned dimensions, Unsigned* extents, long schedule,
                                                   Unsigned chunk, Unsigned* from, Unsigned* to,
                                                   void* reductions, void** memory) {
  const bool some = start_nest(by_number(schedule, chunk), dimensions, extents, from, to);
  share(reductions, memory);
  return some;
}

STALEMATE_OPENMP void GOMP_doacross_post(long* numbers) {
  post_iteration(here(), reinterpret_cast<std::uint64_t*>(numbers));
}
STALEMATE_OPENMP void GOMP_doacross_ull_post(Unsigned* numbers) {
  post_iteration(here(), reinterpret_cast<std::uint64_t*>(numbers));
}

#define WAIT(NAME, VALUE)                                                     \
  STALEMATE_OPENMP void NAME(VALUE first, ...) {                              \
    Member& member = here();                                                  \
    std::uint64_t numbers[8] = {static_cast<std::uint64_t>(first)};           \
    __builtin_va_list rest;                                                   \
    __builtin_va_start(rest, first);                                          \
    for (unsigned i = 1; i < member.loop.dimensions; ++i)                     \
      numbers[i] = static_cast<std::uint64_t>(__builtin_va_arg(rest, VALUE)); \
    __builtin_va_end(rest);                                                   \
    wait_for_iteration(member, numbers);                                      \
  }
WAIT(GOMP_doacross_wait, long)
WAIT(GOMP_doacross_ull_wait, Unsigned)

#define PARALLEL_LOOP(NAME, LOOP)                                                                          \
  STALEMATE_OPENMP void GOMP_parallel_loop_##NAME(void (*function)(void*), void* data, unsigned threads,   \
                                                  long first, long end, long step, long chunk, unsigned) { \
    parallel_loop(function, data, threads, with_range(LOOP, first, end, step));                            \
  }
PARALLEL_LOOP(static, CHUNKED(kStatic))
PARALLEL_LOOP(dynamic, CHUNKED(kDynamic))
PARALLEL_LOOP(guided, CHUNKED(kGuided))
PARALLEL_LOOP(nonmonotonic_dynamic, CHUNKED(kDynamic))
PARALLEL_LOOP(nonmonotonic_guided, CHUNKED(kGuided))

#define PARALLEL_RUNTIME_LOOP(NAME)                                                                      \
  STALEMATE_OPENMP void GOMP_parallel_loop_##NAME(void (*function)(void*), void* data, unsigned threads, \
                                                  long first, long end, long step, unsigned) {           \
    parallel_loop(function, data, threads, with_range(by_settings(), first, end, step));                 \
  }
PARALLEL_RUNTIME_LOOP(runtime)
PARALLEL_RUNTIME_LOOP(nonmonotonic_runtime)
PARALLEL_RUNTIME_LOOP(maybe_nonmonotonic_runtime)

STALEMATE_OPENMP void GOMP_loop_end() { wait_at_barrier(here()); }
STALEMATE_OPENMP void GOMP_loop_end_nowait() {}
STALEMATE_OPENMP bool GOMP_loop_end_cancel() { return wait_unless_cancelled(here()); }

STALEMATE_OPENMP void GOMP_ordered_start() { begin_ordered(here()); }
STALEMATE_OPENMP void GOMP_ordered_end() {}

// Sections are a loop with chunks of one, numbered from 1; 0 is the end.
STALEMATE_OPENMP unsigned GOMP_sections_next() {
  Member& member = here();
  return next_chunk(member) ? static_cast<unsigned>(member.loop.begin) + 1 : 0;
}

STALEMATE_OPENMP unsigned GOMP_sections_start(unsigned count) {
  Loop loop = described(Schedule::kDynamic, 1);
  loop.count = count;
  enter_loop(here(), loop);
  return GOMP_sections_next();
}

STALEMATE_OPENMP unsigned GOMP_sections2_start(unsigned count, void* reductions, void** memory) {
  const unsigned first = GOMP_sections_start(count);
  share(reductions, memory);
  return first;
}

STALEMATE_OPENMP void GOMP_parallel_sections(void (*function)(void*), void* data, unsigned threads,
                                             unsigned count, unsigned) {
  Loop loop = described(Schedule::kDynamic, 1);
  loop.count = count;
  parallel_loop(function, data, threads, loop);
}

STALEMATE_OPENMP void GOMP_sections_end() { wait_at_barrier(here()); }
STALEMATE_OPENMP void GOMP_sections_end_nowait() {}
STALEMATE_OPENMP bool GOMP_sections_end_cancel() { return wait_unless_cancelled(here()); }

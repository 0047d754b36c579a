// Worksharing loops as clang calls them. Bounds are inclusive; sections are loops over their numbers.
#include <cstdint>
#include <cstdlib>
#include <type_traits>

#include "openmp/entry.h"
#include "openmp/kmpc/kmpc.h"
#include "openmp/loop.h"
#include "openmp/team.h"
#include "openmp/works.h"

using namespace stalemate::omp;

namespace {

// As the compiler numbers them; higher bits mean monotonic or not.
enum : std::int32_t {
  kStaticChunked = 33,
  kStatic = 34,
  kDynamic = 35,
  kGuided = 36,
  kRuntime = 37,
  kStaticBalanced = 41,
  kStaticBalancedChunked = 45,
  kGuidedSimd = 46,
  kRuntimeSimd = 47,
  kOrdered = 64,  // what follows is ordered
  kOrderedStaticChunked = 65,
  kDistributeChunked = 91,
  kDistribute = 92,
};

template <class Value>
std::uint64_t count_of(Value lower, Value upper, std::make_signed_t<Value> step) {
  if (step > 0) {
    if (lower > upper) return 0;
    return (static_cast<std::uint64_t>(upper) - static_cast<std::uint64_t>(lower)) /
               static_cast<std::uint64_t>(step) +
           1;
  }
  if (lower < upper) return 0;
  return (static_cast<std::uint64_t>(lower) - static_cast<std::uint64_t>(upper)) /
             (0 - static_cast<std::uint64_t>(static_cast<std::int64_t>(step))) +
         1;
}

// The calling thread's first chunk; `*stride` leads to its next one.
template <class Value, class Step>
void static_chunk(std::int32_t schedule, std::int32_t* last, Value* lower, Value* upper, Step* stride,
                  Step step, Step chunk, unsigned threads, unsigned number) {
  const std::uint64_t count = count_of<Value>(*lower, *upper, step);
  const auto value = [first = *lower, step](std::uint64_t iteration) {
    return static_cast<Value>(static_cast<std::uint64_t>(first) +
                              iteration * static_cast<std::uint64_t>(static_cast<std::int64_t>(step)));
  };
  if (count == 0) {
    if (last != nullptr) *last = 0;
    *stride = step > 0 ? static_cast<Step>(*upper - *lower + 1) : static_cast<Step>(*lower - *upper + 1);
    return;
  }
  const bool chunked = schedule == kStaticChunked || schedule == kStaticBalancedChunked ||
                       schedule == kDistributeChunked || schedule == kOrderedStaticChunked;
  if (chunked) {
    const std::uint64_t size = chunk < 1 ? 1 : static_cast<std::uint64_t>(chunk);
    *lower = value(number * size);
    *upper = value(number * size + size - 1);
    *stride = static_cast<Step>(static_cast<std::uint64_t>(static_cast<std::int64_t>(step)) * size * threads);
    if (last != nullptr) *last = number == (count - 1) / size % threads ? 1 : 0;
    return;
  }
  const std::uint64_t share = count / threads, rest = count % threads;
  const std::uint64_t begin = number * share + (number < rest ? number : rest);
  const std::uint64_t size = share + (number < rest ? 1 : 0);
  *stride = static_cast<Step>(count * static_cast<std::uint64_t>(static_cast<std::int64_t>(step)));
  if (last != nullptr) *last = size != 0 && begin + size == count ? 1 : 0;
  if (size == 0) {  // none: an upper bound below the lower one
    const Value end = *upper;
    *lower = static_cast<Value>(static_cast<std::uint64_t>(end) +
                                static_cast<std::uint64_t>(static_cast<std::int64_t>(step)));
    *upper = end;
    return;
  }
  *upper = value(begin + size - 1);
  *lower = value(begin);
}

// The block of iterations of the calling thread's team.
template <class Value, class Step>
void share_of_team(std::int32_t* last, Value* lower, Value* upper, Step step) {
  Step stride = 0;
  static_chunk<Value, Step>(kDistribute, last, lower, upper, &stride, step, 0, here().teams,
                            here().team_number);
}

template <class Value, class Step>
void dispatch(std::int32_t schedule, Value lower, Value upper, Step step, Step chunk) {
  Member& member = here();
  Loop loop;
  schedule &= 0xffff;
  loop.ordered = schedule > kOrdered && schedule < kDistributeChunked;
  if (loop.ordered) schedule -= 32;
  loop.schedule = Schedule::kStatic;
  loop.chunk = 0;
  if (schedule == kRuntime || schedule == kRuntimeSimd) {
    loop.schedule = member.settings.schedule;
    loop.chunk = member.settings.chunk;
  } else if (schedule == kDynamic || schedule == kGuided || schedule == kGuidedSimd) {
    loop.schedule = schedule == kDynamic ? Schedule::kDynamic : Schedule::kGuided;
    loop.chunk = chunk < 1 ? 1 : static_cast<std::uint64_t>(chunk);
  } else if (schedule == kStaticChunked || schedule == kStaticBalancedChunked) {
    loop.chunk = chunk < 1 ? 1 : static_cast<std::uint64_t>(chunk);
  }
  loop.count = count_of<Value>(lower, upper, step);
  loop.first = static_cast<std::uint64_t>(lower);
  loop.step = static_cast<std::uint64_t>(static_cast<std::int64_t>(step));
  // A nest with dependences was described before.
  loop.dimensions = member.loop.dimensions;
  loop.nest = member.loop.nest;
  for (unsigned i = 0; i < loop.dimensions; ++i) {
    loop.extents[i] = member.loop.extents[i];
    loop.firsts[i] = member.loop.firsts[i];
    loop.steps[i] = member.loop.steps[i];
  }
  enter_loop(member, loop);
}

template <class Value, class Step>
std::int32_t next(std::int32_t* last, Value* lower, Value* upper, Step* stride) {
  Member& member = here();
  if (!next_chunk(member)) return 0;
  const Loop& loop = member.loop;
  *lower = static_cast<Value>(loop.value_of(loop.begin));
  *upper = static_cast<Value>(loop.value_of(loop.end - 1));
  if (stride != nullptr) *stride = static_cast<Step>(loop.step);
  if (last != nullptr) *last = loop.end == loop.count ? 1 : 0;
  return 1;
}

struct Dimension {
  std::int64_t lower, upper, step;
};

}  // namespace

#define LOOPS(SUFFIX, VALUE, STEP)                                                                        \
  STALEMATE_OPENMP void __kmpc_for_static_init_##SUFFIX(Ident*, std::int32_t, std::int32_t schedule,      \
                                                        std::int32_t* last, VALUE* lower, VALUE* upper,   \
                                                        STEP* stride, STEP step, STEP chunk) {            \
    const Member& member = here();                                                                        \
    const bool distributes = schedule == kDistribute || schedule == kDistributeChunked;                   \
    static_chunk<VALUE, STEP>(schedule & 0xffff, last, lower, upper, stride, step, chunk,                 \
                              distributes ? member.teams : member.team->threads,                          \
                              distributes ? member.team_number : member.number);                          \
  }                                                                                                       \
  STALEMATE_OPENMP void __kmpc_dist_for_static_init_##SUFFIX(                                             \
      Ident*, std::int32_t, std::int32_t schedule, std::int32_t* last, VALUE* lower, VALUE* upper,        \
      VALUE* upper_of_team, STEP* stride, STEP step, STEP chunk) {                                        \
    const Member& member = here();                                                                        \
    std::int32_t last_team = 0;                                                                           \
    share_of_team<VALUE, STEP>(&last_team, lower, upper, step);                                           \
    *upper_of_team = *upper;                                                                              \
    static_chunk<VALUE, STEP>(schedule & 0xffff, last, lower, upper, stride, step, chunk,                 \
                              member.team->threads, member.number);                                       \
    if (last != nullptr && last_team == 0) *last = 0;                                                     \
  }                                                                                                       \
  STALEMATE_OPENMP void __kmpc_dispatch_init_##SUFFIX(Ident*, std::int32_t, std::int32_t schedule,        \
                                                      VALUE lower, VALUE upper, STEP step, STEP chunk) {  \
    dispatch<VALUE, STEP>(schedule, lower, upper, step, chunk);                                           \
  }                                                                                                       \
  STALEMATE_OPENMP void __kmpc_dist_dispatch_init_##SUFFIX(Ident*, std::int32_t, std::int32_t schedule,   \
                                                           std::int32_t* last, VALUE lower, VALUE upper,  \
                                                           STEP step, STEP chunk) {                       \
    share_of_team<VALUE, STEP>(last, &lower, &upper, step);                                               \
    dispatch<VALUE, STEP>(schedule, lower, upper, step, chunk);                                           \
  }                                                                                                       \
  STALEMATE_OPENMP std::int32_t __kmpc_dispatch_next_##SUFFIX(Ident*, std::int32_t, std::int32_t* last,   \
                                                              VALUE* lower, VALUE* upper, STEP* stride) { \
    return next<VALUE, STEP>(last, lower, upper, stride);                                                 \
  }                                                                                                       \
  STALEMATE_OPENMP void __kmpc_dispatch_fini_##SUFFIX(Ident*, std::int32_t) {}

LOOPS(4, std::int32_t, std::int32_t)
LOOPS(4u, std::uint32_t, std::int32_t)
LOOPS(8, std::int64_t, std::int64_t)
LOOPS(8u, std::uint64_t, std::int64_t)

STALEMATE_OPENMP void __kmpc_for_static_fini(Ident*, std::int32_t) {}
STALEMATE_OPENMP void __kmpc_dispatch_deinit(Ident*, std::int32_t) {}

// An ordered part is one chunk's turn. A static loop has ordered parts by way of dispatch, too.
STALEMATE_OPENMP void __kmpc_ordered(Ident*, std::int32_t) { begin_ordered(here()); }
STALEMATE_OPENMP void __kmpc_end_ordered(Ident*, std::int32_t) {}

STALEMATE_OPENMP void __kmpc_doacross_init(Ident*, std::int32_t, std::int32_t count, const Dimension* nest) {
  Loop& loop = here().loop;
  loop.dimensions = static_cast<unsigned>(count);
  if (loop.dimensions > 8) std::abort();
  for (unsigned i = 0; i < loop.dimensions; ++i) {
    loop.extents[i] = count_of<std::int64_t>(nest[i].lower, nest[i].upper, nest[i].step);
    loop.firsts[i] = nest[i].lower;
    loop.steps[i] = nest[i].step;
  }
  loop.nest = &next_work(here());
}

namespace {

void to_numbers(const Loop& loop, const std::int64_t* values, std::uint64_t* numbers) {
  for (unsigned i = 0; i < loop.dimensions; ++i)
    numbers[i] = static_cast<std::uint64_t>((values[i] - loop.firsts[i]) / loop.steps[i]);
}

}  // namespace

STALEMATE_OPENMP void __kmpc_doacross_post(Ident*, std::int32_t, const std::int64_t* values) {
  std::uint64_t numbers[8];
  to_numbers(here().loop, values, numbers);
  post_iteration(here(), numbers);
}
STALEMATE_OPENMP void __kmpc_doacross_wait(Ident*, std::int32_t, const std::int64_t* values) {
  std::uint64_t numbers[8];
  to_numbers(here().loop, values, numbers);
  wait_for_iteration(here(), numbers);
}
STALEMATE_OPENMP void __kmpc_doacross_fini(Ident*, std::int32_t) {
  here().loop.dimensions = 0;
  here().loop.nest = nullptr;
}

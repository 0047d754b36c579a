// Explicit tasks as clang calls them.
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "openmp/entry.h"
#include "openmp/kmpc/kmpc.h"
#include "openmp/kmpc/kmpc_reductions.h"
#include "openmp/loop.h"
#include "openmp/tasks.h"

using namespace stalemate::omp;

namespace {

// The compiler's part of a task; its private variables follow.
struct KmpTask {
  void* shared;
  std::int32_t (*routine)(std::int32_t, KmpTask*);
  std::int32_t part;
  void (*destructors)(std::int32_t, KmpTask*);
  std::int32_t priority;
};

struct KmpDependence {
  std::intptr_t address;
  std::size_t bytes;
  std::uint8_t flags;  // 1: in, 2: out, 4: mutexinoutset, 8: inoutset
};

constexpr std::int32_t kTied = 1, kFinal = 2, kDestructors = 8;

// Between the task and the compiler's part of it.
struct Details {
  std::size_t bytes;         // of the compiler's part
  std::size_t shared_bytes;  // of the shared variables, behind it
  bool destroys;
  bool again;  // it has more parts
};

Details& details_of(Task& task) { return *reinterpret_cast<Details*>(&task + 1); }
KmpTask* known_of(Task& task) { return reinterpret_cast<KmpTask*>(&details_of(task) + 1); }
Task* task_of(KmpTask* known) { return reinterpret_cast<Task*>(reinterpret_cast<Details*>(known) - 1) - 1; }

void run_call(Task& task) {
  KmpTask* const known = known_of(task);
  do {
    details_of(task).again = false;
    if (!task.is_discarded) known->routine(global_number(), known);
  } while (details_of(task).again);
  if (details_of(task).destroys && known->destructors != nullptr) known->destructors(global_number(), known);
}

std::size_t rounded(std::size_t bytes) { return (bytes + 15) / 16 * 16; }

Task* make(std::size_t bytes, std::size_t shared_bytes, std::int32_t flags) {
  Task* const task = new_task(sizeof(Details) + rounded(bytes) + shared_bytes);
  task->run = run_call;
  task->is_final = (flags & kFinal) != 0;
  details_of(*task) = {bytes, shared_bytes, (flags & kDestructors) != 0, false};
  if (shared_bytes > 0) known_of(*task)->shared = reinterpret_cast<char*>(known_of(*task)) + rounded(bytes);
  return task;
}

struct Dependences {
  Dependence* all = nullptr;
  std::size_t count = 0;
  Dependences(std::int32_t first_count, const KmpDependence* first, std::int32_t second_count,
              const KmpDependence* second) {
    all = static_cast<Dependence*>(
        std::calloc(static_cast<std::size_t>(first_count + second_count) + 1, sizeof(Dependence)));
    if (all == nullptr) std::abort();
    for (std::int32_t i = 0; i < first_count; ++i) add(first[i]);
    for (std::int32_t i = 0; i < second_count; ++i) add(second[i]);
  }
  ~Dependences() { std::free(all); }
  Dependences(const Dependences&) = delete;
  Dependences& operator=(const Dependences&) = delete;

 private:
  void add(const KmpDependence& dependence) {
    const Access access = (dependence.flags & 6) != 0   ? Access::kInOut
                          : (dependence.flags & 8) != 0 ? Access::kInOutSet
                                                        : Access::kIn;
    all[count++] = {static_cast<std::uintptr_t>(dependence.address), access};
  }
};

}  // namespace

STALEMATE_OPENMP KmpTask* __kmpc_omp_task_alloc(Ident*, std::int32_t, std::int32_t flags, std::size_t bytes,
                                                std::size_t shared_bytes,
                                                std::int32_t (*routine)(std::int32_t, KmpTask*)) {
  KmpTask* const known = known_of(*make(bytes, shared_bytes, flags));
  known->routine = routine;
  return known;
}

STALEMATE_OPENMP std::int32_t __kmpc_omp_task(Ident*, std::int32_t, KmpTask* known) {
  Task* const task = task_of(known);
  // An untied task queues itself, and returns, between its parts.
  if (here().task == task)
    details_of(*task).again = true;
  else
    add_task(here(), task, true, nullptr, 0);
  return 0;
}

STALEMATE_OPENMP std::int32_t __kmpc_omp_task_with_deps(Ident*, std::int32_t, KmpTask* known,
                                                        std::int32_t count, const KmpDependence* some,
                                                        std::int32_t more, const KmpDependence* others) {
  const Dependences dependences(count, some, more, others);
  add_task(here(), task_of(known), true, dependences.all, dependences.count);
  return 0;
}

STALEMATE_OPENMP void __kmpc_omp_wait_deps(Ident*, std::int32_t, std::int32_t count,
                                           const KmpDependence* some, std::int32_t more,
                                           const KmpDependence* others) {
  const Dependences dependences(count, some, more, others);
  wait_for_dependences(here(), dependences.all, dependences.count);
}
STALEMATE_OPENMP void __kmpc_omp_taskwait_deps_51(Ident*, std::int32_t, std::int32_t count,
                                                  const KmpDependence* some, std::int32_t more,
                                                  const KmpDependence* others, std::int32_t) {
  const Dependences dependences(count, some, more, others);
  wait_for_dependences(here(), dependences.all, dependences.count);
}

// A task that is not deferred: the compiler calls its function between these two.
STALEMATE_OPENMP void __kmpc_omp_task_begin_if0(Ident*, std::int32_t, KmpTask* known) {
  begin_at_once(here(), task_of(known));
}
STALEMATE_OPENMP void __kmpc_omp_task_complete_if0(Ident*, std::int32_t, KmpTask* known) {
  end_at_once(here(), task_of(known));
}

STALEMATE_OPENMP std::int32_t __kmpc_omp_taskwait(Ident*, std::int32_t) {
  wait_for_children(here());
  return 0;
}
STALEMATE_OPENMP std::int32_t __kmpc_omp_taskyield(Ident*, std::int32_t, int) { return 0; }
STALEMATE_OPENMP void __kmpc_taskgroup(Ident*, std::int32_t) { begin_group(here()); }
STALEMATE_OPENMP void __kmpc_end_taskgroup(Ident*, std::int32_t) {
  Member& member = here();
  if (reduce_group != nullptr) reduce_group(member);
  end_group(member);
}

// The handle of an event is its task.
STALEMATE_OPENMP void* __kmpc_task_allow_completion_event(Ident*, std::int32_t, KmpTask* known) {
  Task* const task = task_of(known);
  task->is_detachable = true;
  return task;
}

namespace {

// `lower` and `upper` are in the task, at the places that the pattern has them; both inclusive.
void taskloop(KmpTask* pattern, bool deferred, std::uint64_t* lower, std::uint64_t* upper, std::int64_t step,
              bool nogroup, std::int32_t kind, std::uint64_t size, bool strict,
              void (*duplicate)(KmpTask*, KmpTask*, std::int32_t)) {
  Member& member = here();
  if (!nogroup) begin_group(member);
  Task& original = *task_of(pattern);
  const Details& details = details_of(original);
  const auto first = static_cast<std::int64_t>(*lower), end = static_cast<std::int64_t>(*upper);
  const std::uint64_t count = step > 0 ? count_up(first, end + 1, step) : count_up(first, end - 1, step);
  std::uint64_t tasks = member.team->threads;
  if (kind == 1) tasks = strict ? (count + size - 1) / size : count / size;  // grain size
  if (kind == 2) tasks = size;
  if (tasks == 0) tasks = 1;
  if (tasks > count) tasks = count;
  const auto lower_at = reinterpret_cast<char*>(lower) - reinterpret_cast<char*>(pattern);
  const auto upper_at = reinterpret_cast<char*>(upper) - reinterpret_cast<char*>(pattern);
  std::uint64_t done = 0;
  for (std::uint64_t i = 0; i < tasks; ++i) {
    std::uint64_t share = count / tasks + (i < count % tasks ? 1 : 0);
    if (strict && kind == 1) share = size < count - done ? size : count - done;
    Task* const task = make(details.bytes, details.shared_bytes, original.is_final ? kFinal : 0);
    KmpTask* const known = known_of(*task);
    void* const shared = known->shared;
    std::memcpy(static_cast<void*>(known), pattern, details.bytes);
    details_of(*task).destroys = details.destroys;
    if (details.shared_bytes > 0) {
      known->shared = shared;
      std::memcpy(shared, pattern->shared, details.shared_bytes);
    }
    const std::int64_t from = first + static_cast<std::int64_t>(done) * step;
    done += share;
    const std::int64_t to = first + static_cast<std::int64_t>(done - 1) * step;
    *reinterpret_cast<std::int64_t*>(reinterpret_cast<char*>(known) + lower_at) = from;
    *reinterpret_cast<std::int64_t*>(reinterpret_cast<char*>(known) + upper_at) = to;
    if (duplicate != nullptr) duplicate(known, pattern, done == count ? 1 : 0);
    add_task(member, task, deferred, nullptr, 0);
  }
  if (details.destroys && pattern->destructors != nullptr) pattern->destructors(global_number(), pattern);
  std::free(&original);
  if (!nogroup) end_group(member);
}

}  // namespace

STALEMATE_OPENMP void __kmpc_taskloop(Ident*, std::int32_t, KmpTask* pattern, std::int32_t deferred,
                                      std::uint64_t* lower, std::uint64_t* upper, std::int64_t step,
                                      std::int32_t nogroup, std::int32_t kind, std::uint64_t size,
                                      void* duplicate) {
  taskloop(pattern, deferred != 0, lower, upper, step, nogroup != 0, kind, size, false,
           reinterpret_cast<void (*)(KmpTask*, KmpTask*, std::int32_t)>(duplicate));
}
STALEMATE_OPENMP void __kmpc_taskloop_5(Ident*, std::int32_t, KmpTask* pattern, std::int32_t deferred,
                                        std::uint64_t* lower, std::uint64_t* upper, std::int64_t step,
                                        std::int32_t nogroup, std::int32_t kind, std::uint64_t size,
                                        std::int32_t modifier, void* duplicate) {
  taskloop(pattern, deferred != 0, lower, upper, step, nogroup != 0, kind, size, modifier != 0,
           reinterpret_cast<void (*)(KmpTask*, KmpTask*, std::int32_t)>(duplicate));
}

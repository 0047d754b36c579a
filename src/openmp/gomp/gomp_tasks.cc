// Explicit tasks as gcc calls them.
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "openmp/entry.h"
#include "openmp/gomp/gomp_reductions.h"
#include "openmp/loop.h"
#include "openmp/tasks.h"
#include "openmp/team.h"

using namespace stalemate::omp;

namespace {

constexpr unsigned kFinal = 1 << 1, kDepend = 1 << 3, kUp = 1 << 8, kGrainSize = 1 << 9, kIf = 1 << 10,
                   kNoGroup = 1 << 11, kReduction = 1 << 12, kDetach = 1 << 13, kStrict = 1 << 14;

using Copy = void (*)(void* into, void* from);

// What lies behind the task: the function, and its argument at the alignment that it wants.
struct Call {
  void (*function)(void*);
  void* data;
};

Call& call_of(Task& task) { return *reinterpret_cast<Call*>(&task + 1); }

void run_call(Task& task) {
  const Call& call = call_of(task);
  if (!task.is_discarded) call.function(call.data);
}

// `event`: the handle of one that ends with an event.
Task* make(void (*function)(void*), void* data, Copy copy, long size, long align, unsigned flags,
           void** event) {
  const auto bytes = static_cast<std::size_t>(size), alignment = static_cast<std::size_t>(align);
  Task* const task = new_task(sizeof(Call) + bytes + alignment);
  task->run = run_call;
  task->is_final = (flags & kFinal) != 0;
  auto address = reinterpret_cast<std::uintptr_t>(&task[1]) + sizeof(Call);
  if (alignment > 1) address = (address + alignment - 1) / alignment * alignment;
  call_of(*task) = {function, reinterpret_cast<void*>(address)};
  if (event != nullptr) {
    task->is_detachable = true;
    *event = task;
    if (data != nullptr) *static_cast<void**>(data) = task;
  }
  if (copy != nullptr)
    copy(call_of(*task).data, data);
  else if (bytes > 0)
    std::memcpy(call_of(*task).data, data, bytes);
  return task;
}

// An object that holds a dependence: its address, and how it is accessed.
Dependence held_by(void* object) {
  void* const* const words = static_cast<void**>(object);
  switch (reinterpret_cast<std::uintptr_t>(words[1])) {
    case 1: return {reinterpret_cast<std::uintptr_t>(words[0]), Access::kIn};
    case 6: return {reinterpret_cast<std::uintptr_t>(words[0]), Access::kInOutSet};
    default: return {reinterpret_cast<std::uintptr_t>(words[0]), Access::kInOut};
  }
}

struct Dependences {
  Dependence* all = nullptr;
  std::size_t count = 0;
  explicit Dependences(void** depend) {
    if (depend == nullptr) return;
    const auto word = [depend](unsigned i) { return reinterpret_cast<std::size_t>(depend[i]); };
    const bool old = word(0) != 0;
    count = old ? word(0) : word(1);
    const std::size_t changed = old ? word(1) : word(2) + word(3);
    const std::size_t plain = old ? count : changed + word(4);
    void** const addresses = depend + (old ? 2 : 5);
    all = static_cast<Dependence*>(std::calloc(count != 0 ? count : 1, sizeof(Dependence)));
    if (all == nullptr) std::abort();
    for (std::size_t i = 0; i < count; ++i)
      all[i] = i >= plain ? held_by(addresses[i])
                          : Dependence{reinterpret_cast<std::uintptr_t>(addresses[i]),
                                       i < changed ? Access::kInOut : Access::kIn};
  }
  ~Dependences() { std::free(all); }
  Dependences(const Dependences&) = delete;
  Dependences& operator=(const Dependences&) = delete;
};

// Begin and end of its share are the first two words of a task's argument.
template <class Value>
void taskloop(void (*function)(void*), void* data, Copy copy, long size, long align, unsigned flags,
              unsigned long tasks, Value first, Value step, std::uint64_t count) {
  Member& member = here();
  const bool grouped = (flags & kNoGroup) == 0;
  if (grouped) begin_group(member);
  if (grouped && (flags & kReduction) != 0) {
    struct Head {
      Value first, end;
      std::uintptr_t* reductions;
    };
    register_reductions(member, static_cast<Head*>(data)->reductions, member.team->threads);
  }
  std::uint64_t number = tasks;
  if ((flags & kGrainSize) != 0)
    number = (flags & kStrict) != 0 ? (count + tasks - 1) / tasks : count / tasks;
  else if (tasks == 0)
    number = member.team->threads;
  if (number == 0) number = 1;
  if (number > count) number = count;
  std::uint64_t done = 0;
  for (std::uint64_t i = 0; i < number; ++i) {
    std::uint64_t share = count / number + (i < count % number ? 1 : 0);
    if ((flags & kStrict) != 0 && (flags & kGrainSize) != 0)
      share = tasks < count - done ? tasks : count - done;
    Task* const task = make(function, data, copy, size, align, flags, nullptr);
    auto* const range = static_cast<Value*>(call_of(*task).data);
    range[0] = static_cast<Value>(first + static_cast<Value>(done) * step);
    done += share;
    range[1] = static_cast<Value>(first + static_cast<Value>(done) * step);
    add_task(member, task, (flags & kIf) != 0, nullptr, 0);
  }
  if (grouped) end_group(member);
}

}  // namespace

STALEMATE_OPENMP void GOMP_task(void (*function)(void*), void* data, Copy copy, long size, long align,
                                bool deferred, unsigned flags, void** depend, int, void** event) {
  Member& member = here();
  const Dependences dependences((flags & kDepend) != 0 ? depend : nullptr);
  Task* const task = make(function, data, copy, size, align, flags, (flags & kDetach) != 0 ? event : nullptr);
  add_task(member, task, deferred, dependences.all, dependences.count);
}

STALEMATE_OPENMP void GOMP_taskloop(void (*function)(void*), void* data, Copy copy, long size, long align,
                                    unsigned flags, unsigned long tasks, int, long first, long end,
                                    long step) {
  taskloop<long>(function, data, copy, size, align, flags, tasks, first, step, count_up(first, end, step));
}

STALEMATE_OPENMP void GOMP_taskloop_ull(void (*function)(void*), void* data, Copy copy, long size, long align,
                                        unsigned flags, unsigned long tasks, int, unsigned long long first,
                                        unsigned long long end, unsigned long long step) {
  taskloop<unsigned long long>(function, data, copy, size, align, flags, tasks, first, step,
                               count_unsigned((flags & kUp) != 0, first, end, step));
}

STALEMATE_OPENMP void GOMP_taskwait() { wait_for_children(here()); }
STALEMATE_OPENMP void GOMP_taskwait_depend(void** depend) {
  const Dependences dependences(depend);
  wait_for_dependences(here(), dependences.all, dependences.count);
}
STALEMATE_OPENMP void GOMP_taskyield() {}
STALEMATE_OPENMP void GOMP_taskgroup_start() { begin_group(here()); }
STALEMATE_OPENMP void GOMP_taskgroup_end() { end_group(here()); }

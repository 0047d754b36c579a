#include "openmp/kmpc/kmpc_reductions.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "openmp/entry.h"
#include "openmp/kmpc/kmpc.h"
#include "openmp/tasks.h"
#include "openmp/team.h"
#include "openmp/works.h"

namespace stalemate::omp {

// The copies of one variable.
struct Copies {
  void* variable;
  std::size_t bytes;  // from one thread's copy to the next one's
  char* begin;
  char* end;
  void (*finish)(void* copy);
  void (*combine)(void* into, void* from);
};

// Of a group. Those of a construct or region with a reduction are shared by the groups of its threads.
struct Reductions {
  std::size_t count;
  unsigned users;     // of shared ones: threads that have not added up yet; under the team's mutex
  Reductions* owner;  // that has the copies
  int shared_as;      // index in the team; -1: not shared
  Copies copies[];
};

}  // namespace stalemate::omp

using namespace stalemate::omp;

namespace {

// As the compiler describes a variable.
struct Description {
  void* variable;
  void* original;
  std::size_t bytes;
  void (*init)(void* copy, void* original);
  void (*finish)(void* copy);
  void (*combine)(void* into, void* from);
  std::uint32_t flags;
};

constexpr std::size_t kCacheLine = 64;

Reductions* allocate(std::size_t count) {
  auto* const memory = static_cast<Reductions*>(std::calloc(1, sizeof(Reductions) + count * sizeof(Copies)));
  if (memory == nullptr) give_up("out of memory");
  memory->count = count;
  memory->owner = memory;
  memory->shared_as = -1;
  return memory;
}

Reductions* make(const Description* descriptions, std::size_t count, unsigned threads) {
  Reductions* const made = allocate(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Description& from = descriptions[i];
    const std::size_t bytes = (from.bytes + kCacheLine - 1) / kCacheLine * kCacheLine;
    void* memory = nullptr;
    if (posix_memalign(&memory, kCacheLine, bytes * threads) != 0) give_up("out of memory");
    std::memset(memory, 0, bytes * threads);
    auto* const begin = static_cast<char*>(memory);
    made->copies[i] = {from.variable, bytes, begin, begin + bytes * threads, from.finish, from.combine};
    void* const original = from.original != nullptr ? from.original : from.variable;
    for (unsigned thread = 0; thread < threads && from.init != nullptr; ++thread)
      from.init(begin + thread * bytes, original);
  }
  return made;
}

// The same copies for a thread's own variables.
Reductions* share(Reductions& owner, const Description* descriptions) {
  Reductions* const made = allocate(owner.count);
  made->owner = &owner;
  made->shared_as = owner.shared_as;
  std::memcpy(made->copies, owner.copies, owner.count * sizeof(Copies));
  for (std::size_t i = 0; i < owner.count; ++i) made->copies[i].variable = descriptions[i].variable;
  return made;
}

void add_up(const Reductions& reductions) {
  for (std::size_t i = 0; i < reductions.count; ++i) {
    const Copies& copies = reductions.copies[i];
    for (char* copy = copies.begin; copy != copies.end; copy += copies.bytes) {
      copies.combine(copies.variable, copy);
      if (copies.finish != nullptr) copies.finish(copy);
    }
    std::free(copies.begin);
  }
}

// The last thread adds up for all: into its own variable, which the construct adds to the others'.
void leave_shared(Team& team, Reductions* reductions) {
  Reductions* const owner = reductions->owner;
  pthread_mutex_lock(&team.mutex);
  const bool last = --owner->users == 0;
  if (last) team.reductions[owner->shared_as] = nullptr;
  pthread_mutex_unlock(&team.mutex);
  if (last) {
    add_up(*reductions);
    if (reductions != owner) std::free(owner);
    std::free(reductions);
  } else if (reductions != owner) {
    std::free(reductions);
  }
}

}  // namespace

void stalemate::omp::reduce_group(Member& member) {
  TaskGroup& group = *current_task(member).group;
  Reductions* const reductions = group.reductions;
  if (reductions == nullptr) return;
  wait_for_group(member);
  group.reductions = nullptr;
  if (reductions->shared_as >= 0) return leave_shared(*member.team, reductions);
  add_up(*reductions);
  std::free(reductions);
}

STALEMATE_OPENMP void* __kmpc_taskred_init(std::int32_t, std::int32_t count, void* descriptions) {
  Member& member = here();
  TaskGroup* const group = current_task(member).group;
  if (member.team->threads > 1)
    group->reductions =
        make(static_cast<Description*>(descriptions), static_cast<std::size_t>(count), member.team->threads);
  return group;
}

// A group begins whose copies all threads of the region, or of the worksharing construct, share.
STALEMATE_OPENMP void* __kmpc_taskred_modifier_init(Ident*, std::int32_t, std::int32_t is_construct,
                                                    std::int32_t count, void* data) {
  Member& member = here();
  Team& team = *member.team;
  begin_group(member);
  TaskGroup* const group = current_task(member).group;
  if (team.threads == 1) return group;
  const auto* const descriptions = static_cast<Description*>(data);
  pthread_mutex_lock(&team.mutex);
  Reductions*& shared = team.reductions[is_construct != 0 ? 1 : 0];
  if (shared == nullptr) {
    shared = make(descriptions, static_cast<std::size_t>(count), team.threads);
    shared->users = team.threads;
    shared->shared_as = is_construct != 0 ? 1 : 0;
    group->reductions = shared;
  } else {
    group->reductions = share(*shared, descriptions);
  }
  pthread_mutex_unlock(&team.mutex);
  return group;
}

STALEMATE_OPENMP void __kmpc_task_reduction_modifier_fini(Ident*, std::int32_t, std::int32_t) {
  Member& member = here();
  reduce_group(member);
  end_group(member);
}

// The calling thread's copy of a variable, which is named by its address or by that of another copy.
STALEMATE_OPENMP void* __kmpc_task_reduction_get_th_data(std::int32_t, void* innermost, void* data) {
  Member& member = here();
  if (member.team->threads == 1) return data;
  auto* const address = static_cast<char*>(data);
  const TaskGroup* group =
      innermost != nullptr ? static_cast<TaskGroup*>(innermost) : current_task(member).group;
  for (; group != nullptr; group = group->outer) {
    if (group->reductions == nullptr) continue;
    for (std::size_t i = 0; i < group->reductions->count; ++i) {
      const Copies& copies = group->reductions->copies[i];
      if (data == copies.variable || (address >= copies.begin && address < copies.end))
        return copies.begin + member.number * copies.bytes;
    }
  }
  give_up("a task has a reduction that no group has");
}

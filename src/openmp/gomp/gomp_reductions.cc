#include "openmp/gomp/gomp_reductions.h"

#include <cstdlib>
#include <cstring>

#include "openmp/barrier.h"
#include "openmp/entry.h"
#include "openmp/tasks.h"
#include "openmp/team.h"
#include "openmp/works.h"

using namespace stalemate::omp;

namespace {

std::uintptr_t* next_of(const std::uintptr_t* data) { return reinterpret_cast<std::uintptr_t*>(data[4]); }

void allocate_copies(std::uintptr_t* data, unsigned threads) {
  const std::size_t bytes = data[1] * threads;
  void* copies = nullptr;
  const std::size_t alignment = data[2] < sizeof(void*) ? sizeof(void*) : data[2];
  if (posix_memalign(&copies, alignment, bytes) != 0) give_up("out of memory");
  std::memset(copies, 0, bytes);
  data[2] = reinterpret_cast<std::uintptr_t>(copies);
  data[6] = data[2] + bytes;
}

// Puts the arrays in front of those that are known, and gives them copies: their own, or those of `shared`.
std::uintptr_t* add(std::uintptr_t* data, std::uintptr_t* known, const std::uintptr_t* shared,
                    unsigned threads) {
  for (std::uintptr_t* array = data;; array = next_of(array)) {
    if (shared != nullptr) {
      array[2] = shared[2];
      array[6] = shared[6];
      shared = next_of(shared);
    } else {
      allocate_copies(array, threads);
    }
    for (std::size_t i = 0; i < array[0]; ++i) array[9 + 3 * i] = reinterpret_cast<std::uintptr_t>(array);
    if (array[4] != 0) continue;
    array[4] = reinterpret_cast<std::uintptr_t>(known);
    break;
  }
  data[5] = 1;
  return data;
}

// The array that has the variable, by its address or by that of a copy, and the offset of its copies.
const std::uintptr_t* find(const std::uintptr_t* data, std::uintptr_t address, std::size_t& offset) {
  for (const std::uintptr_t* array = data; array != nullptr; array = next_of(array))
    for (std::size_t i = 0; i < array[0]; ++i)
      if (array[7 + 3 * i] == address) {
        offset = array[8 + 3 * i];
        return array;
      }
  for (const std::uintptr_t* array = data; array != nullptr; array = next_of(array))
    if (address >= array[2] && address < array[6]) {
      offset = (address - array[2]) % array[1];
      return array;
    }
  give_up("a task has a reduction that no group has");
}

std::uintptr_t original_of(const std::uintptr_t* array, std::size_t offset) {
  for (std::size_t i = 0; i < array[0]; ++i)
    if (array[8 + 3 * i] == offset) return array[7 + 3 * i];
  give_up("a task has a reduction that no group has");
}

struct Region {
  void (*function)(void*);
  void* data;
  TaskGroup* group;
};

void run_region(void* data, Member& member) {
  const Region& region = *static_cast<Region*>(data);
  current_task(member).group = region.group;
  region.function(region.data);
}

}  // namespace

void stalemate::omp::register_reductions(Member& member, std::uintptr_t* data, unsigned threads) {
  TaskGroup& group = *current_task(member).group;
  group.gomp_reductions = add(data, group.gomp_reductions, nullptr, threads);
}

void stalemate::omp::share_reductions(Member& member, Work& work, std::uintptr_t* data) {
  Team& team = *member.team;
  begin_group(member);
  TaskGroup& group = *current_task(member).group;
  pthread_mutex_lock(&team.mutex);
  group.gomp_reductions = add(data, group.gomp_reductions, work.reductions, team.threads);
  if (work.reductions == nullptr) work.reductions = data;
  pthread_mutex_unlock(&team.mutex);
}

STALEMATE_OPENMP void GOMP_taskgroup_reduction_register(std::uintptr_t* data) {
  Member& member = here();
  register_reductions(member, data, member.team->threads);
}

STALEMATE_OPENMP void GOMP_taskgroup_reduction_unregister(std::uintptr_t* data) {
  std::uintptr_t* array = data;
  do {
    std::free(reinterpret_cast<void*>(array[2]));
    array = next_of(array);
  } while (array != nullptr && array[5] == 0);
}

STALEMATE_OPENMP void GOMP_task_reduction_remap(std::size_t count, std::size_t with_originals,
                                                void** variables) {
  Member& member = here();
  const TaskGroup* const group = current_task(member).group;
  const std::uintptr_t* const data = group != nullptr ? group->gomp_reductions : nullptr;
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t offset = 0;
    const std::uintptr_t* const array = find(data, reinterpret_cast<std::uintptr_t>(variables[i]), offset);
    variables[i] = reinterpret_cast<void*>(array[2] + member.number * array[1] + offset);
    if (i < with_originals) variables[count + i] = reinterpret_cast<void*>(original_of(array, offset));
  }
}

STALEMATE_OPENMP void GOMP_workshare_task_reduction_unregister(bool cancelled) {
  Member& member = here();
  std::uintptr_t* const data = current_task(member).group->gomp_reductions;
  end_group(member);
  if (member.number == 0) GOMP_taskgroup_reduction_unregister(data);
  if (!cancelled) wait_at_barrier(member);
}

STALEMATE_OPENMP void GOMP_scope_start(std::uintptr_t* data) {
  Member& member = here();
  share_reductions(member, next_work(member), data);
}

STALEMATE_OPENMP unsigned GOMP_parallel_reductions(void (*function)(void*), void* data, unsigned wanted,
                                                   unsigned) {
  const unsigned threads = threads_of_region(wanted);
  TaskGroup group;
  group.gomp_reductions = add(*static_cast<std::uintptr_t**>(data), nullptr, nullptr, threads);
  Region region{function, data, &group};
  run_parallel(run_region, &region, threads, nullptr);
  return threads;
}

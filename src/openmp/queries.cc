// omp_get_* and omp_set_*.
#include <cstdlib>
#include <ctime>

#include "openmp/entry.h"
#include "openmp/tasks.h"
#include "openmp/team.h"

using namespace stalemate::omp;

namespace {

// The place of the thread, or of the one that began an enclosing region, at that level; nullptr: there is
// none.
const Member* at_level(int level) {
  const Member* member = &here();
  if (level < 0 || static_cast<unsigned>(level) > member->team->level) return nullptr;
  while (member->team->level > static_cast<unsigned>(level)) member = member->outer;
  return member;
}

}  // namespace

STALEMATE_OPENMP int omp_get_thread_num() { return static_cast<int>(here().number); }
STALEMATE_OPENMP int omp_get_num_threads() { return static_cast<int>(here().team->threads); }
STALEMATE_OPENMP int omp_get_max_threads() { return static_cast<int>(here().settings.threads); }
STALEMATE_OPENMP void omp_set_num_threads(int threads) {
  if (threads > 0) here().settings.threads = static_cast<unsigned>(threads);
}
STALEMATE_OPENMP int omp_get_num_procs() { return static_cast<int>(processors()); }
STALEMATE_OPENMP int omp_in_parallel() { return here().team->active_level > 0 ? 1 : 0; }
STALEMATE_OPENMP int omp_get_level() { return static_cast<int>(here().team->level); }
STALEMATE_OPENMP int omp_get_active_level() { return static_cast<int>(here().team->active_level); }
STALEMATE_OPENMP int omp_get_ancestor_thread_num(int level) {
  const Member* const member = at_level(level);
  return member != nullptr ? static_cast<int>(member->number) : -1;
}
STALEMATE_OPENMP int omp_get_team_size(int level) {
  const Member* const member = at_level(level);
  return member != nullptr ? static_cast<int>(member->team->threads) : -1;
}

STALEMATE_OPENMP void omp_set_dynamic(int dynamic) { here().settings.dynamic = dynamic != 0; }
STALEMATE_OPENMP int omp_get_dynamic() { return here().settings.dynamic ? 1 : 0; }
STALEMATE_OPENMP void omp_set_nested(int nested) {
  here().settings.most_active_levels = nested != 0 ? 0x7fffffff : 1;
}
STALEMATE_OPENMP int omp_get_nested() { return here().settings.most_active_levels > 1 ? 1 : 0; }
STALEMATE_OPENMP void omp_set_max_active_levels(int levels) {
  if (levels >= 0) here().settings.most_active_levels = static_cast<unsigned>(levels);
}
STALEMATE_OPENMP int omp_get_max_active_levels() {
  return static_cast<int>(here().settings.most_active_levels);
}
STALEMATE_OPENMP int omp_get_supported_active_levels() { return 0x7fffffff; }
STALEMATE_OPENMP int omp_get_thread_limit() { return here().settings.thread_limit; }

// Kinds as omp.h numbers them: static, dynamic, guided, auto; the top bit means monotonic.
STALEMATE_OPENMP void omp_set_schedule(int kind, int chunk) {
  Settings& settings = here().settings;
  kind &= 0x7fffffff;
  settings.schedule = kind == 2 ? Schedule::kDynamic : kind == 3 ? Schedule::kGuided : Schedule::kStatic;
  settings.chunk = chunk > 0 ? static_cast<unsigned>(chunk) : settings.schedule == Schedule::kStatic ? 0 : 1;
}
STALEMATE_OPENMP void omp_get_schedule(int* kind, int* chunk) {
  const Settings& settings = here().settings;
  *kind = settings.schedule == Schedule::kDynamic ? 2 : settings.schedule == Schedule::kGuided ? 3 : 1;
  *chunk = static_cast<int>(settings.chunk);
}

STALEMATE_OPENMP int omp_in_final() {
  const Task* const task = here().task;
  return task != nullptr && task->is_final ? 1 : 0;
}
STALEMATE_OPENMP int omp_get_cancellation() { return here().settings.cancellation ? 1 : 0; }
STALEMATE_OPENMP int omp_get_max_task_priority() { return 0; }
STALEMATE_OPENMP int omp_get_proc_bind() { return 0; }
STALEMATE_OPENMP int omp_get_num_places() { return 0; }
STALEMATE_OPENMP int omp_get_place_num() { return -1; }
STALEMATE_OPENMP int omp_get_place_num_procs(int) { return 0; }
STALEMATE_OPENMP void omp_get_place_proc_ids(int, int*) {}
STALEMATE_OPENMP int omp_get_partition_num_places() { return 0; }
STALEMATE_OPENMP void omp_get_partition_place_nums(int*) {}
STALEMATE_OPENMP int omp_get_num_teams() { return static_cast<int>(here().teams); }
STALEMATE_OPENMP int omp_get_team_num() { return static_cast<int>(here().team_number); }
STALEMATE_OPENMP int omp_get_max_teams() { return static_cast<int>(here().settings.teams); }
STALEMATE_OPENMP void omp_set_num_teams(int teams) {
  if (teams > 0) here().settings.teams = static_cast<unsigned>(teams);
}
STALEMATE_OPENMP int omp_get_teams_thread_limit() {
  return static_cast<int>(here().settings.teams_thread_limit);
}
STALEMATE_OPENMP void omp_set_teams_thread_limit(int limit) {
  if (limit > 0) here().settings.teams_thread_limit = static_cast<unsigned>(limit);
}
STALEMATE_OPENMP int omp_get_num_devices() { return 0; }
STALEMATE_OPENMP int omp_get_default_device() { return 0; }
STALEMATE_OPENMP void omp_set_default_device(int) {}
STALEMATE_OPENMP int omp_get_device_num() { return 0; }
STALEMATE_OPENMP int omp_get_initial_device() { return 0; }
STALEMATE_OPENMP int omp_is_initial_device() { return 1; }
STALEMATE_OPENMP int omp_pause_resource(int, int) { return 0; }
STALEMATE_OPENMP int omp_pause_resource_all(int) { return 0; }
STALEMATE_OPENMP void omp_display_env(int) {}

STALEMATE_OPENMP double omp_get_wtime() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}
STALEMATE_OPENMP double omp_get_wtick() { return 1e-9; }

// One allocator: the program's heap.
STALEMATE_OPENMP void* omp_alloc(unsigned long bytes, unsigned long) { return std::malloc(bytes); }
STALEMATE_OPENMP void* omp_aligned_alloc(unsigned long align, unsigned long bytes, unsigned long) {
  void* memory = nullptr;
  if (align < sizeof(void*)) align = sizeof(void*);
  return posix_memalign(&memory, align, bytes) == 0 ? memory : nullptr;
}
STALEMATE_OPENMP void* omp_calloc(unsigned long count, unsigned long bytes, unsigned long) {
  return std::calloc(count, bytes);
}
STALEMATE_OPENMP void* omp_realloc(void* memory, unsigned long bytes, unsigned long, unsigned long) {
  return std::realloc(memory, bytes);
}
STALEMATE_OPENMP void omp_free(void* memory, unsigned long) { std::free(memory); }
STALEMATE_OPENMP unsigned long omp_get_default_allocator() { return 1; }
STALEMATE_OPENMP void omp_set_default_allocator(unsigned long) {}
STALEMATE_OPENMP unsigned long omp_init_allocator(unsigned long, int, const void*) { return 1; }
STALEMATE_OPENMP void omp_destroy_allocator(unsigned long) {}
STALEMATE_OPENMP void* GOMP_alloc(unsigned long align, unsigned long bytes, unsigned long) {
  return omp_aligned_alloc(align, bytes, 0);
}
STALEMATE_OPENMP void GOMP_free(void* memory, unsigned long) { std::free(memory); }

#include "openmp/tasks.h"

#include <cstdlib>
#include <cstring>
#include <new>

#include "openmp/cancel_bits.h"
#include "openmp/runtime_calls.h"

namespace stalemate::omp {

// The queue of a team; all under its mutex.
struct TaskPool {
  Task* first = nullptr;
  Task** last = &first;
  std::size_t unfinished = 0;
};

namespace {

void* cleared(std::size_t bytes) {
  void* memory = std::calloc(1, bytes);
  if (memory == nullptr) std::abort();
  return memory;
}

void free_task(Task* task) {
  std::free(task->dependences);
  std::free(task);
}

void drop_reference(Task* task) {
  while (task != nullptr && --task->references == 0) {
    Task* const parent = task->parent;
    if (!task->is_implicit) free_task(task);
    task = parent;
  }
}

void push(Team& team, Task* task) {
  TaskPool& pool = *team.tasks;
  task->next = nullptr;
  *pool.last = task;
  pool.last = &task->next;
}

bool descends_from(const Task* task, const Task* ancestor) {
  while (task != nullptr && task != ancestor) task = task->parent;
  return task == ancestor;
}

// Takes a ready task out of the queue: any, or one below `ancestor`. nullptr: there is none.
Task* pop(Team& team, const Task* ancestor) {
  TaskPool& pool = *team.tasks;
  Task** found[3];
  unsigned candidates = 0;
  for (Task** link = &pool.first; *link != nullptr && candidates < 3; link = &(*link)->next)
    if (ancestor == nullptr || descends_from(*link, ancestor)) found[candidates++] = link;
  if (candidates == 0) return nullptr;
  unsigned chosen = 0;
  if (candidates == 2) chosen = stalemate_rt_choose(2);
  if (candidates > 2) stalemate_rt_untried_order();
  Task* const task = *found[chosen];
  *found[chosen] = task->next;
  if (pool.last == &task->next) pool.last = found[chosen];
  return task;
}

bool conflict(const Dependence& a, const Dependence& b) {
  return a.address == b.address && (a.access != b.access || a.access == Access::kInOut);
}

bool comes_before(const Task& earlier, const Dependence* later, std::size_t count) {
  for (std::size_t i = 0; i < earlier.dependence_count; ++i)
    for (std::size_t j = 0; j < count; ++j)
      if (conflict(earlier.dependences[i], later[j])) return true;
  return false;
}

void add_dependences(Task& parent, Task& task, const Dependence* dependences, std::size_t count) {
  task.dependences = static_cast<Dependence*>(cleared(count * sizeof(Dependence)));
  task.dependence_count = count;
  std::memcpy(task.dependences, dependences, count * sizeof(Dependence));
  for (Task* earlier = parent.dependent_children; earlier != nullptr; earlier = earlier->next_sibling) {
    if (!comes_before(*earlier, dependences, count)) continue;
    auto* successor = static_cast<Successor*>(cleared(sizeof(Successor)));
    successor->task = &task;
    successor->next = earlier->successors;
    earlier->successors = successor;
    ++task.waits_for;
  }
  task.next_sibling = parent.dependent_children;
  parent.dependent_children = &task;
}

void leave_siblings(Task& task) {
  if (task.dependence_count == 0) return;
  Task** link = &task.parent->dependent_children;
  while (*link != &task) link = &(*link)->next_sibling;
  *link = task.next_sibling;
}

void finish(Team& team, Task* task) {
  leave_siblings(*task);
  while (task->successors != nullptr) {
    Successor* const successor = task->successors;
    task->successors = successor->next;
    if (--successor->task->waits_for == 0) push(team, successor->task);
    std::free(successor);
  }
  --task->parent->children;
  if (task->group != nullptr) --task->group->left;
  --team.tasks->unfinished;
  drop_reference(task);
  pthread_cond_broadcast(&team.changed);
}

void execute(Member& member, Task* task) {
  task->resumed = member.task;
  member.task = task;
  task->run(*task);
  member.task = task->resumed;
}

bool is_cancelled_task(const Member& member, const Task& task) {
  if (!member.settings.cancellation) return false;
  return is_region_cancelled(*member.team) ||
         (task.group != nullptr && task.group->cancelled.load(std::memory_order_acquire));
}

// With the team's mutex held, before and after.
void run_queued(Member& member, Task* task) {
  Team& team = *member.team;
  task->is_discarded = is_cancelled_task(member, *task);
  pthread_mutex_unlock(&team.mutex);
  execute(member, task);
  pthread_mutex_lock(&team.mutex);
  task->has_run = true;
  if (!task->is_detachable || task->has_happened || task->is_discarded) finish(team, task);
}

// With the team's mutex held.
void count_in(Task& parent, Task* task) {
  Team& team = *task->team;
  task->parent = &parent;
  task->group = parent.group;
  ++parent.references;
  ++parent.children;
  if (task->group != nullptr) ++task->group->left;
  ++team.tasks->unfinished;
}

// Runs tasks below the current one until `done`, which the team's mutex guards, is true.
template <class Done>
void run_until(Member& member, const Done& done) {
  Team& team = *member.team;
  if (team.threads == 1 && !team.detaches) return;
  pthread_mutex_lock(&team.mutex);
  while (!done()) {
    if (Task* task = pop(team, &current_task(member)))
      run_queued(member, task);
    else
      pthread_cond_wait(&team.changed, &team.mutex);
  }
  pthread_mutex_unlock(&team.mutex);
}

void wait_for_event(Member& member, Task& task) {
  Team& team = *member.team;
  pthread_mutex_lock(&team.mutex);
  while (!task.has_happened) pthread_cond_wait(&team.changed, &team.mutex);
  pthread_mutex_unlock(&team.mutex);
}

// A thread that is alone runs it here, and waits for its event where it waits for tasks.
void run_detached_alone(Member& member, Task* task) {
  Team& team = *member.team;
  team.detaches = true;
  if (team.tasks == nullptr) begin_tasks(team);
  pthread_mutex_lock(&team.mutex);
  count_in(current_task(member), task);
  run_queued(member, task);
  pthread_mutex_unlock(&team.mutex);
}

}  // namespace

Task* new_task(std::size_t bytes) { return new (cleared(sizeof(Task) + bytes)) Task; }

Task& current_task(Member& member) {
  if (member.task != nullptr) return *member.task;
  if (member.implicit == nullptr) begin_implicit_task(member);
  return *member.implicit;
}

void begin_tasks(Team& team) { team.tasks = new (cleared(sizeof(TaskPool))) TaskPool; }

void end_tasks(Team& team) {
  for (unsigned i = 0; i < team.threads; ++i) std::free(team.members[i].implicit);
  std::free(team.tasks);
  team.tasks = nullptr;
}

void begin_implicit_task(Member& member) {
  member.implicit = new_task(0);
  member.implicit->is_implicit = true;
}

void begin_at_once(Member& member, Task* task) {
  Task& parent = current_task(member);
  task->is_final = task->is_final || parent.is_final;
  task->team = member.team;
  task->parent = &parent;
  task->group = parent.group;
  task->resumed = member.task;
  member.task = task;
}

// Its own children may still be queued.
void end_at_once(Member& member, Task* task) {
  Team& team = *member.team;
  if (task->is_detachable && !task->is_discarded) wait_for_event(member, *task);
  member.task = task->resumed;
  if (team.threads > 1) pthread_mutex_lock(&team.mutex);
  ++task->parent->references;
  drop_reference(task);
  if (team.threads > 1) pthread_mutex_unlock(&team.mutex);
}

void run_at_once(Member& member, Task* task) {
  begin_at_once(member, task);
  task->is_discarded = is_cancelled_task(member, *task);
  task->run(*task);
  end_at_once(member, task);
}

void add_task(Member& member, Task* task, bool deferred, const Dependence* dependences, std::size_t count) {
  Team& team = *member.team;
  Task& parent = current_task(member);
  task->team = &team;
  if (team.threads == 1 && deferred && task->is_detachable) return run_detached_alone(member, task);
  if (team.threads == 1 || !deferred || parent.is_final) {
    if (team.threads > 1 && count > 0) wait_for_dependences(member, dependences, count);
    run_at_once(member, task);
    return;
  }
  pthread_mutex_lock(&team.mutex);
  count_in(parent, task);
  if (count > 0) add_dependences(parent, *task, dependences, count);
  if (task->waits_for == 0) {
    push(team, task);
    pthread_cond_broadcast(&team.changed);
  }
  pthread_mutex_unlock(&team.mutex);
}

void wait_for_dependences(Member& member, const Dependence* dependences, std::size_t count) {
  Task& current = current_task(member);
  run_until(member, [&] {
    for (Task* task = current.dependent_children; task != nullptr; task = task->next_sibling)
      if (comes_before(*task, dependences, count)) return false;
    return true;
  });
}

void wait_for_children(Member& member) {
  Task& current = current_task(member);
  run_until(member, [&] { return current.children == 0; });
}

// The group of a task is passed on to its children.
void begin_group(Member& member) {
  Task& current = current_task(member);
  auto* group = new (cleared(sizeof(TaskGroup))) TaskGroup;
  group->outer = current.group;
  if (current.group != nullptr) group->gomp_reductions = current.group->gomp_reductions;
  current.group = group;
}

void wait_for_group(Member& member) {
  const TaskGroup& group = *current_task(member).group;
  run_until(member, [&] { return group.left == 0; });
}

void end_group(Member& member) {
  wait_for_group(member);
  Task& current = current_task(member);
  TaskGroup* const group = current.group;
  current.group = group->outer;
  std::free(group);
}

void fulfill(Task& task) {
  Team& team = *task.team;
  pthread_mutex_lock(&team.mutex);
  task.has_happened = true;
  if (task.has_run)
    finish(team, &task);
  else
    pthread_cond_broadcast(&team.changed);  // another thread may wait for it where it ran
  pthread_mutex_unlock(&team.mutex);
}

bool cancel_group(Member& member) {
  TaskGroup* const group = current_task(member).group;
  if (group == nullptr) return false;
  group->cancelled.store(true, std::memory_order_release);
  return true;
}

bool is_group_cancelled(Member& member) {
  const TaskGroup* const group = current_task(member).group;
  return group != nullptr && group->cancelled.load(std::memory_order_acquire);
}

bool run_ready_task(Member& member) {
  Task* const task = pop(*member.team, nullptr);
  if (task != nullptr) run_queued(member, task);
  return task != nullptr;
}

bool has_unfinished_tasks(const Team& team) { return team.tasks->unfinished != 0; }

}  // namespace stalemate::omp

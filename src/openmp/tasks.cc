#include "openmp/tasks.h"

#include <cstdlib>
#include <cstring>
#include <new>

#include "openmp/runtime_calls.h"

namespace stalemate::omp {

// The queue of a team; all under its mutex.
struct TaskPool {
  Task* first = nullptr;
  Task** last = &first;
  std::size_t unfinished = 0;
  unsigned arrived = 0;  // at the barrier
  unsigned round = 0;    // barriers passed
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

// With the team's mutex held, before and after.
void run_queued(Member& member, Task* task) {
  Team& team = *member.team;
  pthread_mutex_unlock(&team.mutex);
  execute(member, task);
  pthread_mutex_lock(&team.mutex);
  finish(team, task);
}

// Runs tasks below the current one until `done`, which the team's mutex guards, comes true.
template <class Done>
void run_until(Member& member, const Done& done) {
  Team& team = *member.team;
  if (team.threads == 1) return;
  pthread_mutex_lock(&team.mutex);
  while (!done()) {
    if (Task* task = pop(team, &current_task(member)))
      run_queued(member, task);
    else
      pthread_cond_wait(&team.changed, &team.mutex);
  }
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
  task->parent = &parent;
  task->group = parent.group;
  task->resumed = member.task;
  member.task = task;
}

// Its own children may still be queued.
void end_at_once(Member& member, Task* task) {
  Team& team = *member.team;
  member.task = task->resumed;
  if (team.threads > 1) pthread_mutex_lock(&team.mutex);
  ++task->parent->references;
  drop_reference(task);
  if (team.threads > 1) pthread_mutex_unlock(&team.mutex);
}

void run_at_once(Member& member, Task* task) {
  begin_at_once(member, task);
  task->run(*task);
  end_at_once(member, task);
}

void add_task(Member& member, Task* task, bool deferred, const Dependence* dependences, std::size_t count) {
  Team& team = *member.team;
  Task& parent = current_task(member);
  if (team.threads == 1 || !deferred || parent.is_final) {
    if (team.threads > 1 && count > 0) wait_for_dependences(member, dependences, count);
    run_at_once(member, task);
    return;
  }
  pthread_mutex_lock(&team.mutex);
  task->parent = &parent;
  task->group = parent.group;
  ++parent.references;
  ++parent.children;
  if (task->group != nullptr) ++task->group->left;
  ++team.tasks->unfinished;
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

// The group that a task is in is handed down to its children.
void begin_group(Member& member) {
  Task& current = current_task(member);
  auto* group = new (cleared(sizeof(TaskGroup))) TaskGroup;
  group->outer = current.group;
  current.group = group;
}

void end_group(Member& member) {
  Task& current = current_task(member);
  TaskGroup* const group = current.group;
  run_until(member, [&] { return group->left == 0; });
  current.group = group->outer;
  std::free(group);
}

// Threads that wait here run what is queued; the barrier opens when all have come and nothing is left.
void wait_and_run_tasks(Member& member) {
  Team& team = *member.team;
  TaskPool& pool = *team.tasks;
  pthread_mutex_lock(&team.mutex);
  ++pool.arrived;
  const unsigned round = pool.round;
  while (pool.round == round) {
    if (pool.arrived == team.threads && pool.unfinished == 0) {
      ++pool.round;
      pool.arrived = 0;
      pthread_cond_broadcast(&team.changed);
    } else if (Task* task = pop(team, nullptr)) {
      run_queued(member, task);
    } else {
      pthread_cond_wait(&team.changed, &team.mutex);
    }
  }
  pthread_mutex_unlock(&team.mutex);
}

void run_last_tasks(Member& member) {
  if (member.team->threads > 1) wait_and_run_tasks(member);
}

}  // namespace stalemate::omp

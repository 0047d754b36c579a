// Explicit tasks: a queue for each team, whose threads run its tasks at barriers, at the end of a region, and
// where a task waits for others.
//
// No program may rely on which of the ready tasks is begun first. Two are begun in both orders; of more, the
// oldest comes first, and the control ledger lists it: with two threads each can still come before each other
// one, since a thread may stop right after it has taken one.
//
// What teams need to know of tasks is weak: a program without tasks is linked without them, and its barriers
// are plain ones.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "openmp/team_state.h"

namespace stalemate::omp {

struct Successor {
  Task* task;
  Successor* next;
};

enum class Access : std::uint8_t { kIn, kInOut, kInOutSet };

struct Dependence {
  std::uintptr_t address;
  Access access;
};

struct TaskGroup {
  TaskGroup* outer = nullptr;
  std::size_t left = 0;  // tasks that are not finished; under the team's mutex
  std::atomic<bool> cancelled{false};
  std::uintptr_t* gomp_reductions = nullptr;  // as gcc describes them, those of outer groups included
  Reductions* reductions = nullptr;           // as clang does
};

// All of it under the team's mutex once it is queued.
struct Task {
  Task* parent = nullptr;
  Team* team = nullptr;
  TaskGroup* group = nullptr;
  void (*run)(Task& task) = nullptr;
  std::size_t children = 0;    // not finished
  std::size_t references = 1;  // its own end, and the children that refer to it
  std::size_t waits_for = 0;   // unfinished tasks that come before it
  bool is_final = false;
  bool is_implicit = false;
  bool is_discarded = false;   // cancelled before it began
  bool is_detachable = false;  // it ends when its event has happened, too
  bool has_happened = false;
  bool has_run = false;
  Task* resumed = nullptr;       // by its thread, when it ends
  Task* next = nullptr;          // in the queue of ready ones
  Task* next_sibling = nullptr;  // of those with dependences, unfinished, the latest first
  Task* dependent_children = nullptr;
  Dependence* dependences = nullptr;
  std::size_t dependence_count = 0;
  Successor* successors = nullptr;
};

// A task and `bytes` behind it, all zero.
Task* new_task(std::size_t bytes);

// The task that the member runs; the implicit one where it runs none.
Task& current_task(Member& member);

// Queues a task of the current one. One that cannot be deferred is run at once, and freed.
void add_task(Member& member, Task* task, bool deferred, const Dependence* dependences, std::size_t count);
// Runs it at once, as a child of the current one that no other thread sees.
void run_at_once(Member& member, Task* task);
// The same if another function calls it.
void begin_at_once(Member& member, Task* task);
void end_at_once(Member& member, Task* task);
// Until what these tasks depend on is done.
void wait_for_dependences(Member& member, const Dependence* dependences, std::size_t count);
void wait_for_children(Member& member);
void begin_group(Member& member);
void wait_for_group(Member& member);
void end_group(Member& member);
// The event that a task waits for has happened; in any thread.
void fulfill(Task& task);

[[gnu::weak]] void begin_tasks(Team& team);
[[gnu::weak]] void end_tasks(Team& team);
[[gnu::weak]] void begin_implicit_task(Member& member);
[[gnu::weak]] bool cancel_group(Member& member);
[[gnu::weak]] bool is_group_cancelled(Member& member);
// With the team's mutex held, before and after. False: none is ready.
[[gnu::weak]] bool run_ready_task(Member& member);
[[gnu::weak]] bool has_unfinished_tasks(const Team& team);

}  // namespace stalemate::omp

// What a team of threads, a thread's place in it and a worksharing construct consist of.
#pragma once

#include <pthread.h>
#include <atomic>
#include <cstdint>

#include "openmp/loop_state.h"
#include "openmp/settings.h"

namespace stalemate::omp {

struct Reductions;
struct Task;
struct TaskPool;
struct Team;

// One worksharing construct, as the threads of a team share it. Begins as zeros.
struct Work {
  std::atomic<std::uint64_t> next{0};  // iterations, or sections, given out; or which thread came first
  std::uint64_t ordered = 0;           // iterations that finished their ordered part; under the team's mutex
  unsigned char* posted = nullptr;     // doacross: the iterations that are done; under the team's mutex
  void* memory = nullptr;              // that the construct requested; under the team's mutex
  std::uintptr_t* reductions = nullptr;  // of its tasks, as gcc describes them; under the team's mutex
};

constexpr unsigned kWorksBetweenBarriers = 16;

struct MoreWork {
  MoreWork* next;
  Work work;
};

// A thread's place in a team.
struct Member {
  Team* team = nullptr;
  Member* outer = nullptr;  // the place of the thread that began the region
  unsigned number = 0;
  unsigned works = 0;       // worksharing constructs entered since the last barrier
  unsigned more_works = 0;  // and those that had no room, since the region began
  unsigned phase = 0;       // barriers passed
  Loop loop;                // the worksharing loop that it is in
  Task* task = nullptr;     // the explicit task that it runs; nullptr: none so far, or the implicit one
  Task* implicit = nullptr;
  Settings settings;
  unsigned threads_wanted = 0;  // by a clause of the next region; 0: none
  unsigned teams_wanted = 0;    // the same of the next league
  unsigned limit_wanted = 0;
  unsigned teams = 1;        // of the league that it is in
  unsigned team_number = 0;  // and its team's number there
  pthread_t thread{};
};

using Body = void (*)(void* data, Member& member);

struct Team {
  unsigned threads = 1;
  unsigned level = 0;         // enclosing regions, this one included
  unsigned active_level = 0;  // of them, those with more than one thread
  Member* members = nullptr;
  Body body = nullptr;
  void* data = nullptr;
  pthread_barrier_t barrier{};
  pthread_mutex_t mutex{};  // of everything in the team that is marked so
  pthread_cond_t changed{};
  Work works[2][kWorksBetweenBarriers] = {};  // alternating, from barrier to barrier
  unsigned used[2] = {};                      // known to member 0
  MoreWork* more = nullptr;                   // under the mutex
  void* copied = nullptr;                     // copyprivate: from one barrier to the next
  std::atomic<unsigned> cancelled{0};         // constructs, as bits (cancel.h)
  unsigned arrived = 0;                       // at the barrier; under the mutex, as the rest
  unsigned round = 0;                         // barriers passed
  bool detaches = false;                      // a single thread has tasks that end elsewhere
  Reductions* reductions[2] = {};  // of tasks, as clang describes them: of the region, of a construct
  TaskPool* tasks = nullptr;       // under the mutex
};

}  // namespace stalemate::omp

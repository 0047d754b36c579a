#include "openmp/team.h"

#include <alloca.h>
#include <cstdlib>
#include <cstring>
#include <new>

#include "openmp/barrier.h"
#include "openmp/kept_threads.h"
#include "openmp/loop.h"
#include "openmp/tasks.h"
#include "openmp/works.h"

namespace stalemate::omp {
namespace {

// The state of each thread. A thread outside of regions is a team of one, with room for what it does there.
// One variable of a round size, so that it shows whether the program has others.
struct alignas(64) Own {
  Team team;
  Member member;
  Member* current = nullptr;  // its place in the region that it is in; nullptr: in none
};
static_assert(sizeof(Own) % 64 == 0);
constinit __thread Own own __attribute__((tls_model("initial-exec")));

struct Leader {
  Team team;
  Member member;
};

unsigned threads_below(const Member& outer, unsigned wanted) {
  if (outer.team->active_level >= outer.settings.most_active_levels) return 1;
  const unsigned threads = wanted != 0 ? wanted : outer.settings.threads;
  const auto limit = static_cast<unsigned>(outer.settings.thread_limit);
  return threads < limit ? threads : limit;
}

void begin_team(Team& team) {
  pthread_barrier_init(&team.barrier, nullptr, team.threads);
  pthread_mutex_init(&team.mutex, nullptr);
  pthread_cond_init(&team.changed, nullptr);
  std::memset(static_cast<void*>(team.works), 0, sizeof team.works);
  if (begin_tasks != nullptr) begin_tasks(team);
}

void end_team(Team& team) {
  if (end_tasks != nullptr) end_tasks(team);
  free_works(team);
  pthread_cond_destroy(&team.changed);
  pthread_mutex_destroy(&team.mutex);
  pthread_barrier_destroy(&team.barrier);
}

// The end of a region waits for its tasks; the thread that joins its threads waits for those.
void run_body(Member& member) {
  Member* const before = own.current;
  own.current = &member;
  member.team->body(member.team->data, member);
  wait_for_last_tasks(member);
  own.current = before;
}

void* run_member(void* argument) {
  run_body(*static_cast<Member*>(argument));
  return nullptr;
}

bool keeps_threads = false;
// Before main: later it would be a step of the program.
[[gnu::constructor]] void look_for_thread_variables() {
  keeps_threads = has_thread_variables(&own, sizeof own);
}

void run_threads(Team& team) {
  const bool kept = team.threads > 1 && team.active_level == 1 && keeps_threads;
  if (kept) start_kept(team, run_body);
  for (unsigned i = 1; i < team.threads && !kept; ++i)
    if (pthread_create(&team.members[i].thread, nullptr, run_member, &team.members[i]) != 0)
      give_up("a thread of a parallel region cannot be created");
  run_body(team.members[0]);
  if (kept) wait_for_kept(team);
  for (unsigned i = 1; i < team.threads && !kept; ++i) pthread_join(team.members[i].thread, nullptr);
}

}  // namespace

Member& here() {
  if (own.current != nullptr) return *own.current;
  if (own.member.team == nullptr) {
    own.member.team = &own.team;
    own.member.settings = initial_settings();
    own.team.members = &own.member;
  }
  return own.member;
}

unsigned threads_of_region(unsigned wanted) { return threads_below(here(), wanted); }

void run_parallel(Body body, void* data, unsigned threads, const Loop* first) {
  Member& outer = here();
  Team team;
  team.threads = threads_below(outer, threads);
  team.level = outer.team->level + 1;
  team.active_level = outer.team->active_level + (team.threads > 1 ? 1 : 0);
  team.body = body;
  team.data = data;
  team.members = static_cast<Member*>(alloca(team.threads * sizeof(Member)));
  begin_team(team);
  for (unsigned i = 0; i < team.threads; ++i) {
    Member& member = *new (&team.members[i]) Member;
    member.team = &team;
    member.outer = &outer;
    member.number = i;
    member.settings = outer.settings;
    member.teams = outer.teams;
    member.team_number = outer.team_number;
    if (first != nullptr) enter_loop(member, *first);
    if (begin_implicit_task != nullptr) begin_implicit_task(member);
  }
  run_threads(team);
  end_team(team);
}

void begin_alone() {
  struct Region {
    Team team;
    Member member;
  };
  void* const memory = std::calloc(1, sizeof(Region));
  if (memory == nullptr) give_up("out of memory");
  Region& region = *new (memory) Region;
  Member& outer = here();
  region.team.level = outer.team->level + 1;
  region.team.active_level = outer.team->active_level;
  region.team.members = &region.member;
  region.member.team = &region.team;
  region.member.outer = &outer;
  region.member.settings = outer.settings;
  region.member.teams = outer.teams;
  region.member.team_number = outer.team_number;
  begin_team(region.team);
  outer.threads_wanted = 0;
  own.current = &region.member;
}

void end_alone() {
  Team& team = *here().team;
  own.current = here().outer;
  end_team(team);
  std::free(&team);
}

// Two teams if the number is not specified: one would not show what they share.
void run_league(Body body, void* data, unsigned teams, unsigned limit) {
  Member& outer = here();
  if (teams == 0) teams = outer.settings.teams != 0 ? outer.settings.teams : 2;
  if (limit == 0) limit = outer.settings.teams_thread_limit;
  auto* const leaders = static_cast<Leader*>(alloca(teams * sizeof(Leader)));
  for (unsigned i = 0; i < teams; ++i) {
    auto& [team, member] = *new (&leaders[i]) Leader;
    team.level = outer.team->level;
    team.active_level = outer.team->active_level;
    team.members = &member;
    team.body = body;
    team.data = data;
    member.team = &team;
    member.outer = &outer;
    member.settings = outer.settings;
    if (limit != 0) member.settings.thread_limit = static_cast<int>(limit);
    member.teams = teams;
    member.team_number = i;
    begin_team(team);
    if (begin_implicit_task != nullptr) begin_implicit_task(member);
  }
  for (unsigned i = 1; i < teams; ++i)
    if (pthread_create(&leaders[i].member.thread, nullptr, run_member, &leaders[i].member) != 0)
      give_up("the thread of a team cannot be created");
  run_body(leaders[0].member);
  for (unsigned i = 1; i < teams; ++i) pthread_join(leaders[i].member.thread, nullptr);
  for (unsigned i = 0; i < teams; ++i) end_team(leaders[i].team);
}

}  // namespace stalemate::omp

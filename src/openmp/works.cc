#include "openmp/works.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace stalemate::omp {
namespace {

void free_memory_of(Work& work) {
  std::free(work.posted);
  std::free(work.memory);
}

// Under the team's mutex, since it is rare.
Work& work_beyond(Member& member) {
  Team& team = *member.team;
  pthread_mutex_lock(&team.mutex);
  MoreWork** link = &team.more;
  for (unsigned before = member.more_works++; before > 0; --before) link = &(*link)->next;
  if (*link == nullptr) *link = static_cast<MoreWork*>(std::calloc(1, sizeof(MoreWork)));
  MoreWork* const more = *link;
  pthread_mutex_unlock(&team.mutex);
  if (more == nullptr) give_up("out of memory");
  return more->work;
}

}  // namespace

void give_up(const char* what) {
  std::fprintf(stderr, "stalemate: OpenMP: %s\n", what);
  std::abort();
}

Work& next_work(Member& member) {
  Team& team = *member.team;
  const unsigned index = member.works++;
  if (team.threads == 1) {
    Work& work = team.works[0][0];
    free_memory_of(work);
    std::memset(static_cast<void*>(&work), 0, sizeof work);
    return work;
  }
  if (index < kWorksBetweenBarriers) return team.works[member.phase % 2][index];
  return work_beyond(member);
}

void leave_works(Member& member) {
  if (member.number != 0) return;
  Team& team = *member.team;
  const unsigned other = (member.phase + 1) % 2, here = member.phase % 2;
  for (unsigned i = 0; i < team.used[other]; ++i) free_memory_of(team.works[other][i]);
  std::memset(static_cast<void*>(team.works[other]), 0, team.used[other] * sizeof(Work));
  team.used[here] = member.works < kWorksBetweenBarriers ? member.works : kWorksBetweenBarriers;
}

void begin_works(Member& member) {
  ++member.phase;
  member.works = 0;
}

void free_works(Team& team) {
  for (auto& bank : team.works)
    for (Work& work : bank) free_memory_of(work);
  while (team.more != nullptr) {
    MoreWork* more = team.more;
    team.more = more->next;
    free_memory_of(more->work);
    std::free(more);
  }
}

}  // namespace stalemate::omp

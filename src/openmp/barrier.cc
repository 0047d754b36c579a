#include "openmp/barrier.h"

#include "openmp/cancel_bits.h"
#include "openmp/tasks.h"
#include "openmp/works.h"

namespace stalemate::omp {
namespace {

bool is_open(const Team& team) {
  return team.arrived == team.threads && (has_unfinished_tasks == nullptr || !has_unfinished_tasks(team));
}

void open(const Member& member) {
  Team& team = *member.team;
  if (member.settings.cancellation) end_cancelled_constructs(team);
  ++team.round;
  team.arrived = 0;
  pthread_cond_broadcast(&team.changed);
}

// Threads that wait here run what is queued; the barrier opens when all have come and nothing is left.
bool wait_in_turn(Member& member, bool leaves) {
  Team& team = *member.team;
  leaves = leaves && member.settings.cancellation;
  pthread_mutex_lock(&team.mutex);
  ++team.arrived;
  const unsigned round = team.round;
  bool left = false;
  while (team.round == round && !left) {
    if (leaves && is_region_cancelled(team)) {
      --team.arrived;
      left = true;
    } else if (is_open(team)) {
      open(member);
    } else if (run_ready_task == nullptr || !run_ready_task(member)) {
      pthread_cond_wait(&team.changed, &team.mutex);
    }
  }
  pthread_mutex_unlock(&team.mutex);
  return left;
}

bool wait(Member& member, bool leaves) {
  Team& team = *member.team;
  const bool cancels = member.settings.cancellation;
  bool cancelled = false;
  if (team.threads > 1) leave_works(member);
  if (team.detaches || (team.threads > 1 && (run_ready_task != nullptr || cancels))) {
    cancelled = wait_in_turn(member, leaves);
  } else if (team.threads > 1) {
    pthread_barrier_wait(&team.barrier);
  } else if (cancels) {
    cancelled = leaves && is_region_cancelled(team);
    end_cancelled_constructs(team);
  }
  begin_works(member);
  return cancelled;
}

}  // namespace

void wait_at_barrier(Member& member) { wait(member, false); }
bool wait_unless_cancelled(Member& member) { return wait(member, true); }

void wait_for_last_tasks(Member& member) {
  const Team& team = *member.team;
  if (run_ready_task != nullptr && (team.threads > 1 || team.detaches)) wait_in_turn(member, false);
}

}  // namespace stalemate::omp

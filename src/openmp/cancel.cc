#include "openmp/cancel.h"

#include "openmp/tasks.h"

namespace stalemate::omp {

bool cancel(Member& member, unsigned construct) {
  if (!member.settings.cancellation) return false;
  if (construct == kCancelTaskGroup) return cancel_group != nullptr && cancel_group(member);
  Team& team = *member.team;
  // Threads may wait at a barrier.
  pthread_mutex_lock(&team.mutex);
  team.cancelled.fetch_or(construct, std::memory_order_release);
  pthread_cond_broadcast(&team.changed);
  pthread_mutex_unlock(&team.mutex);
  return true;
}

// Cancelling a region also cancels its explicit tasks.
bool is_cancelled(Member& member, unsigned construct) {
  if (!member.settings.cancellation) return false;
  if (construct == kCancelTaskGroup)
    return (is_group_cancelled != nullptr && is_group_cancelled(member)) || is_region_cancelled(*member.team);
  return (member.team->cancelled.load(std::memory_order_acquire) & construct) != 0;
}

}  // namespace stalemate::omp

// Parallel regions, barriers, single and critical sections as gcc calls them.
#include <cstdlib>

#include "openmp/barrier.h"
#include "openmp/cancel.h"
#include "openmp/entry.h"
#include "openmp/lock_word.h"
#include "openmp/team.h"
#include "openmp/works.h"

using namespace stalemate::omp;

namespace {

struct Call {
  void (*function)(void*);
  void* data;
};

void run_call(void* data, Member&) {
  const Call& call = *static_cast<Call*>(data);
  call.function(call.data);
}

int unnamed_critical = 0;
int atomic_section = 0;

}  // namespace

STALEMATE_OPENMP void GOMP_parallel(void (*function)(void*), void* data, unsigned threads, unsigned) {
  Call call{function, data};
  run_parallel(run_call, &call, threads, nullptr);
}

STALEMATE_OPENMP void GOMP_teams_reg(void (*function)(void*), void* data, unsigned teams, unsigned limit,
                                     unsigned) {
  Call call{function, data};
  run_league(run_call, &call, teams, limit);
}
// On a device, which is the host: one team.
STALEMATE_OPENMP void GOMP_teams(unsigned, unsigned) {}
STALEMATE_OPENMP bool GOMP_teams4(unsigned, unsigned, unsigned, bool first) { return first; }

STALEMATE_OPENMP void GOMP_barrier() { wait_at_barrier(here()); }
STALEMATE_OPENMP bool GOMP_barrier_cancel() { return wait_unless_cancelled(here()); }

// If the if clause is true; else it is a cancellation point.
STALEMATE_OPENMP bool GOMP_cancel(int construct, bool really) {
  Member& member = here();
  const auto which = static_cast<unsigned>(construct);
  return really ? cancel(member, which) : is_cancelled(member, which);
}
STALEMATE_OPENMP bool GOMP_cancellation_point(int construct) {
  return is_cancelled(here(), static_cast<unsigned>(construct));
}

// Relaxed: being first orders nothing.
STALEMATE_OPENMP bool GOMP_single_start() {
  Member& member = here();
  if (member.team->threads == 1) return true;
  return next_work(member).next.fetch_add(1, std::memory_order_relaxed) == 0;
}

STALEMATE_OPENMP void* GOMP_single_copy_start() {
  if (GOMP_single_start()) return nullptr;
  Member& member = here();
  wait_at_barrier(member);
  return member.team->copied;
}

STALEMATE_OPENMP void GOMP_single_copy_end(void* data) {
  Member& member = here();
  if (member.team->threads == 1) return;
  member.team->copied = data;
  wait_at_barrier(member);
}

STALEMATE_OPENMP void GOMP_critical_start() { lock(&unnamed_critical); }
STALEMATE_OPENMP void GOMP_critical_end() { unlock(&unnamed_critical); }
STALEMATE_OPENMP void GOMP_critical_name_start(void** name) { lock(reinterpret_cast<int*>(name)); }
STALEMATE_OPENMP void GOMP_critical_name_end(void** name) { unlock(reinterpret_cast<int*>(name)); }
STALEMATE_OPENMP void GOMP_atomic_start() { lock(&atomic_section); }
STALEMATE_OPENMP void GOMP_atomic_end() { unlock(&atomic_section); }

STALEMATE_OPENMP void GOMP_warning(const char*, unsigned long) {}
STALEMATE_OPENMP void GOMP_error(const char*, unsigned long) { std::exit(EXIT_FAILURE); }

// There is no device: a target region runs here.
STALEMATE_OPENMP void GOMP_target_ext(int, void (*function)(void*), unsigned long, void** addresses,
                                      unsigned long*, unsigned short*, unsigned, void**, void**) {
  function(addresses);
}
STALEMATE_OPENMP void GOMP_target_data_ext(int, unsigned long, void**, unsigned long*, unsigned short*) {}
STALEMATE_OPENMP void GOMP_target_end_data() {}
STALEMATE_OPENMP void GOMP_target_update_ext(int, unsigned long, void**, unsigned long*, unsigned short*,
                                             unsigned, void**) {}
STALEMATE_OPENMP void GOMP_target_enter_exit_data(int, unsigned long, void**, unsigned long*, unsigned short*,
                                                  unsigned, void**) {}

// OpenMP's internal control variables: from the environment, and changed by omp_set_*.
#pragma once

#include "openmp/loop_state.h"

namespace stalemate::omp {

struct Settings {
  unsigned threads = 0;  // of the next region
  unsigned most_active_levels = 1;
  Schedule schedule = Schedule::kDynamic;  // of schedule(runtime)
  unsigned chunk = 1;
  bool dynamic = false;
  int thread_limit = 0x7fffffff;
  bool cancellation = false;
  unsigned teams = 0;               // of a league that does not specify it; 0: unspecified
  unsigned teams_thread_limit = 0;  // the same for threads of each team
};

// The settings of a thread that no region created.
Settings initial_settings();

// Two under exploration, so that a result does not depend on the machine; else what the machine has.
unsigned processors();

}  // namespace stalemate::omp

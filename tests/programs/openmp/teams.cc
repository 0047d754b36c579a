// Leagues of teams. WRONG: teams share what nothing guards.
#undef NDEBUG
#include <cassert>

#include "omp_calls.h"

int main() {
  int sum = 0, seen[2] = {};
#if defined(LEAGUE)
#ifdef WRONG
#pragma omp teams num_teams(2) thread_limit(1) shared(sum, seen)
#else
#pragma omp teams num_teams(2) thread_limit(1) reduction(+ : sum) shared(seen)
#endif
  {
    assert(omp_get_num_teams() == 2);
    seen[omp_get_team_num()] = 1;
    sum += 1;
  }
  assert(seen[0] == 1 && seen[1] == 1);
  const int expected = 2;
#elif defined(DISTRIBUTE)
#ifdef WRONG
#pragma omp teams distribute
#else
#pragma omp teams distribute reduction(+ : sum)
#endif
  for (int i = 0; i < 5; ++i) sum += i;
  const int expected = 10;
#elif defined(CHUNKS)
#pragma omp teams distribute num_teams(2) dist_schedule(static, 1) reduction(+ : sum)
  for (int i = 0; i < 5; ++i) sum += i;
  const int expected = 10;
#elif defined(COMPOSITE)
#ifdef WRONG
#pragma omp teams distribute parallel for num_teams(2) num_threads(1)
#else
#pragma omp teams distribute parallel for num_teams(2) num_threads(1) reduction(+ : sum)
#endif
  for (int i = 0; i < 5; ++i) sum += i;
  const int expected = 10;
#elif defined(REGIONS)
  // Each team has threads of its own, numbered from 0.
#pragma omp teams num_teams(2) shared(sum)
#pragma omp parallel num_threads(2)
  {
    assert(omp_get_num_teams() == 2 && omp_get_num_threads() == 2);
#pragma omp atomic
    sum += omp_get_team_num() * 2 + omp_get_thread_num();
  }
  const int expected = 6;
#endif
#ifndef WRONG
  assert(sum == expected);
#else
  static_cast<void>(expected);
#endif
  static_cast<void>(seen);
  assert(omp_get_num_teams() == 1 && omp_get_team_num() == 0);
}

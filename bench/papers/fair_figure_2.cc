// Figure 2 of the second paper: executions of the program of its figure 1 that have not ended at a depth.
#include <pthread.h>

#include <stalemate/stalemate.h>
#include <cstdio>
#include <cstdlib>

#include "scratch.h"

namespace {

pthread_mutex_t forks[2];
bool patient = false;
std::uint64_t schedule;  // all steps so far, in order

void step(std::uint64_t thread) { schedule = stalemate::detail::mixed(schedule, thread + 1); }

void dine(std::uint64_t self, pthread_mutex_t* first, pthread_mutex_t* second) {
  for (;;) {
    pthread_mutex_lock(first);
    step(self);
    const bool waits = patient && self == 1;
    const bool has_both = (waits ? pthread_mutex_lock(second) : pthread_mutex_trylock(second)) == 0;
    step(self);
    if (has_both) break;
    pthread_mutex_unlock(first);
    step(self);
  }
  pthread_mutex_unlock(first);
  step(self);
  pthread_mutex_unlock(second);
  step(self);
}

void* other_philosopher(void*) {
  step(1);
  dine(1, &forks[1], &forks[0]);
  return nullptr;
}

// Main is the first philosopher. Every execution that ends says by its schedule that it did, and which it
// is.
void scenario() {
  schedule = 0;
  for (pthread_mutex_t& fork : forks) fork = PTHREAD_MUTEX_INITIALIZER;
  pthread_t other;
  pthread_create(&other, nullptr, other_philosopher, nullptr);
  step(0);
  dine(0, &forks[0], &forks[1]);
  pthread_join(other, nullptr);
  stalemate::state_here(schedule);
}

struct Counts {
  unsigned long long executions, unended;
};

Counts count(const char* fair, unsigned depth) {
  stalemate::Options options;
  options.strategy("depth").depth(depth).fair(fair);
  options.races("off").reduce("none").isolate("none").spin_yield(false);
  const stalemate::Result result = stalemate::explore(scenario, options);
  if (!result.ok() || result.executions == 0) {
    std::fprintf(stderr, "%s\n", result.summary().c_str());
    std::exit(1);
  }
  return {result.executions, result.executions - result.states};
}

void print_counts(bool second_waits, unsigned deepest) {
  patient = second_waits;
  std::printf("\n%s\n", patient ? "The second philosopher waits for its second fork: every fair schedule ends"
                                : "Figure 1: both try, and may go on giving up for ever (a livelock)");
  std::printf("  %5s %24s %24s\n", "depth", "without fairness", "with fairness");
  for (unsigned depth = 8; depth <= deepest; depth += 2) {
    const Counts unfair = count("off", depth), fair = count("on", depth);
    std::printf("  %5u %11llu of %9llu %11llu of %9llu\n", depth, unfair.unended, unfair.executions,
                fair.unended, fair.executions);
    std::fflush(stdout);
  }
}

// Beyond any depth, fairness leaves only what does not end under fair schedules either.
void print_livelock() {
  patient = false;
  const papers::Scratch schedules;
  const stalemate::Result result = stalemate::explore(
      scenario, stalemate::Options{}.races("off").reduce("none").steps(2000).out(schedules.path()));
  if (result.findings.empty())
    std::puts("No livelock found: WRONG");
  else
    std::printf("Without a bound, with fairness: %s in execution %llu, with %u preemptions\n",
                result.findings[0].kind.c_str(),
                static_cast<unsigned long long>(result.findings[0].execution),
                result.findings[0].preemptions);
}

}  // namespace

int main(int argc, char** argv) {
  const unsigned deepest = argc > 1 ? static_cast<unsigned>(std::atoi(argv[1])) : 18;
  std::puts(
      "Fair stateless model checking, figure 2: of all executions up to a depth, those that have not ended");
  print_counts(false, deepest);
  print_livelock();
  print_counts(true, 2 * deepest);
}

// The spin loop of the second paper's Figure 3, explored: it ends, since after its second yield u lets t go
// first; its executions are as many as the brute force over states and scheduler finds; main can observe
// every state.
#include <stalemate/stalemate.h>

#include <atomic>
#include <cstdio>
#include <thread>

#include "../support/figure3_counts.h"

namespace {

// Where t and u are. Written next to their steps, without a step of its own: plain accesses are none.
char t_at, u_at;

void scenario() {
  std::atomic<int> x{0};
  t_at = u_at = 's';
  std::thread t([&x] {
    t_at = 'a';
    x.store(1);
    t_at = 'b';
  });
  std::thread u([&x] {
    for (u_at = 'c'; x.load() != 1; u_at = 'c') {
      u_at = 'd';
      stalemate::yield();
    }
    u_at = 'e';
  });
  x.load();
  stalemate::state(t_at, u_at);
  t.join();
  u.join();
}

bool holds(const stalemate::figure3::Count& count, unsigned jobs) {
  const auto options = stalemate::Options{}
                           .unlimited_preemptions()
                           .fair(std::to_string(count.every))
                           .spin_yield(false)
                           .races("off")
                           .reduce("none")
                           .isolate("none")
                           .jobs(jobs);
  const stalemate::Result result = stalemate::explore(scenario, options);
  const bool exact = result.ok() && result.coverage == "complete" &&
                     result.executions_per_bound == count.per_bound &&
                     result.states == stalemate::figure3::kStates;
  std::printf("every %u. yield, %u worker(s): %llu executions, %llu states, %s\n", count.every, jobs,
              static_cast<unsigned long long>(result.executions),
              static_cast<unsigned long long>(result.states), exact ? "exact" : "WRONG");
  if (!exact) std::printf("%s\n", result.summary().c_str());
  return exact;
}

}  // namespace

int main() {
  bool all = true;
  for (const stalemate::figure3::Count& count : stalemate::figure3::kCounts)
    for (const unsigned jobs : {1u, 2u}) all = holds(count, jobs) && all;
  return all ? 0 : 1;
}

// Loops that yield, explored: they end, since whoever has yielded twice lets the others go first; their
// executions are as many as brute force finds under the fair scheduler's algorithm as printed; in the spin
// loop of the second paper's Figure 3, main can observe every state.
#include <stalemate/stalemate.h>

#include <atomic>
#include <cstdio>
#include <mutex>
#include <thread>

#include "../../support/fair_counts.h"

namespace {

// Where t and u are. Written next to their steps, without a step of its own: plain accesses are none.
char t_at, u_at;

void spin() {
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

// A try that fails is a yield (S9).
void try_until_locked() {
  std::mutex mutex;
  std::thread t([&mutex] { const std::lock_guard lock(mutex); });
  std::thread u([&mutex] {
    while (!mutex.try_lock()) {
    }
    mutex.unlock();
  });
  t.join();
  u.join();
}

void create_late() {
  std::thread u([] {
    std::atomic<int> x{0};
    stalemate::yield();
    std::thread t([&x] { x.store(1); });
    while (x.load() == 0) stalemate::yield();
    t.join();
  });
  u.join();
}

void make_a_choice() {
  std::atomic<int> x{0};
  std::thread t([&x] { x.store(1 + static_cast<int>(stalemate::choose(2))); });
  std::thread u([&x] {
    while (x.load() == 0) stalemate::yield();
  });
  t.join();
  u.join();
}

struct Row {
  const char* name;
  void (*scenario)();
  const std::vector<stalemate::FairCount>& counts;
  std::uint64_t states;
};

const Row kRows[] = {
    {"spin", spin, stalemate::kSpinCounts, stalemate::kSpinStates},
    {"try", try_until_locked, stalemate::kTryCounts, 0},
    {"late", create_late, stalemate::kLateCounts, 0},
    {"choice", make_a_choice, stalemate::kChoiceCounts, 0},
};

bool holds(const Row& row, const stalemate::FairCount& count, unsigned jobs) {
  const auto options = stalemate::Options{}
                           .unlimited_preemptions()
                           .fair(std::to_string(count.every))
                           .spin_yield(false)
                           .races("off")
                           .reduce("none")
                           .isolate("none")
                           .jobs(jobs);
  const stalemate::Result result = stalemate::explore(row.scenario, options);
  // The paper's yields need no proof that a thread repeats itself; where there is none, the result says so.
  const bool complete = result.coverage == "complete" || result.limit == "fairness";
  const bool exact = result.ok() && complete && result.executions_per_bound == count.per_bound &&
                     result.states == row.states;
  std::printf("%s, every %u. yield, %u worker(s): %llu executions, %llu states, %s\n", row.name, count.every,
              jobs, static_cast<unsigned long long>(result.executions),
              static_cast<unsigned long long>(result.states), exact ? "exact" : "WRONG");
  if (!exact) {
    for (const std::uint64_t n : result.executions_per_bound)
      std::printf("%llu ", static_cast<unsigned long long>(n));
    std::printf("\n%s\n", result.summary().c_str());
  }
  return exact;
}

}  // namespace

int main() {
  bool all = true;
  for (const Row& row : kRows)
    for (const stalemate::FairCount& count : row.counts)
      for (const unsigned jobs : {1u, 2u}) all = holds(row, count, jobs) && all;
  return all ? 0 : 1;
}

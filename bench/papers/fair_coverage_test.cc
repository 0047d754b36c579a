// What table 2 of the second paper claims, as a test: with fairness every state is visited that a stateful
// search finds, and depth-bounded searches without fairness need more executions to cover as much.
//
// The latter from depth 30 on, because up to 20, which is less than the longest fair executions, random walks
// cover by luck what is beyond; and not with so few preemptions that unrolling a loop costs no executions.
#include <cstdio>

#include "coverage.h"

namespace papers {
namespace {

struct Case {
  std::size_t subject, strategy;
  bool fewer;  // with fairness, executions
};

// The searches that are complete within a second or two.
constexpr Case kCases[] = {{0, 0, false}, {0, 1, true}, {0, 2, true}, {0, 3, true},
                           {1, 0, false}, {1, 1, true}, {1, 2, true}, {2, 0, false},
                           {2, 1, false}, {2, 2, true}, {2, 3, true}};

bool holds(const Subject& subject, std::size_t strategy, bool fewer) {
  const std::uint64_t total = subject.total(kStrategies[strategy]);
  const Found fair = run(subject, {kStrategies[strategy], std::nullopt, 0});
  bool good = fair.finished && fair.states >= total && (kStrategies[strategy] || fair.states == total);
  std::printf("%s, %s: %llu states, with fairness %llu in %llu executions\n", subject.name,
              kStrategyNames[strategy], static_cast<unsigned long long>(total),
              static_cast<unsigned long long>(fair.states), static_cast<unsigned long long>(fair.executions));
  // One that has not covered as much after as many executions will need more.
  for (const unsigned depth : kDepths) {
    if (depth < 30 || !fewer) continue;
    const Found unfair = run(subject, {kStrategies[strategy], depth, fair.executions});
    const bool better = unfair.finished && unfair.states >= total;
    if (better)
      std::printf("  without, up to depth %u: %llu states in %llu executions\n", depth,
                  static_cast<unsigned long long>(unfair.states),
                  static_cast<unsigned long long>(unfair.executions));
    good &= !better;
  }
  return good;
}

}  // namespace
}  // namespace papers

int main() {
  bool good = true;
  for (const papers::Case& one : papers::kCases)
    good &= papers::holds(papers::subjects()[one.subject], one.strategy, one.fewer);
  std::puts(good ? "as the paper says" : "WRONG");
  return good ? 0 : 1;
}

// explore() with a cache: the transaction manager comes to the same ends, and two calls to the same numbers.
#include <stalemate/stalemate.h>

#include <cstdio>
#include <cstdlib>

#include "../../../bench/papers/transaction_manager.h"

namespace {

void check(bool holds, const char* what, const stalemate::Result& result) {
  if (holds) return;
  std::fprintf(stderr, "FAILED: %s: %s\n", what, result.summary().c_str());
  std::exit(1);
}

stalemate::Options options(const char* cache) {
  return stalemate::Options{}.unlimited_preemptions().reduce("none").races("off").cache(cache);
}

}  // namespace

int main() {
  using papers::TransactionManager;
  const auto once = stalemate::explore(TransactionManager<0>::scenario, options("memory"));
  check(once.verdict == "clean" && once.coverage == "complete", "clean and complete", once);
  check(once.states > 100 && once.pruned > 100 && once.cache_note.empty(), "states are told apart", once);
  std::uint64_t sum = 0;
  for (const std::uint64_t states : once.states_per_bound) sum += states;
  check(sum == once.states, "each state has a least bound", once);
  const auto again = stalemate::explore(TransactionManager<0>::scenario, options("memory").jobs(3));
  check(again.executions == once.executions && again.states == once.states, "the same again", again);
  const auto found = stalemate::explore(TransactionManager<3>::scenario, options("memory").preemptions(3));
  check(found.findings.size() == 1 && found.findings[0].preemptions == 3, "the bug, with 3", found);
  const auto refused = stalemate::explore([] {}, options("memory").isolate("none"));
  check(refused.verdict == "error", "no isolation, no snapshot", refused);
}

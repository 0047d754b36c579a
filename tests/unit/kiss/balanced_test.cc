// Theorem 1 on random programs: with an unbounded set, printed programs see what balanced executions see, and
// nothing else; and whatever the bound, nothing that no execution sees.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "enumerate.h"
#include "toy.h"

namespace stalemate::kiss {
namespace {

std::uint32_t program_count() {
  const char* const asked = std::getenv("KISS_RANDOM_PROGRAMS");
  return asked ? static_cast<std::uint32_t>(std::atoi(asked)) : 8;
}

bool within(const std::set<std::pair<int, int>>& part, const std::set<std::pair<int, int>>& whole) {
  return std::includes(whole.begin(), whole.end(), part.begin(), part.end());
}

void compare_races(const Enumerated& printed, const Behaviours& balanced, const Behaviours& all, int ts) {
  const char* const names[] = {"x", "y"};
  for (int variable = 0; variable < 2; variable++) {
    const bool known =
        std::any_of(printed.printed().table.variables.begin(), printed.printed().table.variables.end(),
                    [&](const TableVariable& each) { return each.name == names[variable]; });
    if (!known) continue;
    const bool found = printed.run({ts, names[variable]}).failed(kRace) > 0;
    EXPECT_TRUE(!found || all.races.count(variable) != 0) << names[variable] << " at " << ts;
    EXPECT_TRUE(ts < 3 || found == (balanced.races.count(variable) != 0)) << names[variable];
  }
}

TEST(BalancedExecutions, AreExactlyWhatPrintedProgramsDo) {
  for (std::uint32_t seed = 1; seed <= program_count(); seed++) {
    const Toy toy = random_toy(seed);
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + shown(toy));
    const Behaviours balanced = behaviours_of(toy, true), all = behaviours_of(toy, false);
    const Enumerated printed(program_of(toy));
    const Seen unbounded = printed.run({3});
    EXPECT_EQ(unbounded.observed, balanced.observed);
    for (const int ts : {0, 1, 3}) {
      const Seen seen = printed.run({ts});
      EXPECT_TRUE(within(seen.observed, all.observed)) << ts;
      EXPECT_TRUE(seen.failed(kDeadlock) == 0 || all.deadlock) << ts;
      compare_races(printed, balanced, all, ts);
    }
    if (::testing::Test::HasFailure()) return;
  }
}

}  // namespace
}  // namespace stalemate::kiss

// The theorems on the model: brute force with a point at every access, against brute force with points at
// synchronization only.
#include <gtest/gtest.h>

#include <cstdlib>

#include "compare.h"

namespace stalemate::test {
namespace {

constexpr std::uint32_t kMostPreemptions = 3;

std::string contradiction_in(const Program& program) {
  const Reference reference = reference_of(program, kMostPreemptions);
  const Search observable = search(program, reference.bound, false, 1'000'000);
  return contradiction(observable, reference.fine);
}

void expect_theorems(std::uint32_t seed, std::uint32_t programs) {
  std::mt19937 random(seed);
  std::uint32_t racy = 0, only_later = 0, deadlocks = 0, bounds[kMostPreemptions + 1] = {};
  for (std::uint32_t n = 0; n < programs; ++n) {
    const Program program = random_program(random);
    const Reference reference = reference_of(program, kMostPreemptions);
    const Search& fine = reference.fine;
    const Search observable = search(program, reference.bound, false, 1'000'000);
    if (!contradiction(observable, fine).empty()) {
      const Program small = shrink(program, [](const Program& p) { return !contradiction_in(p).empty(); });
      FAIL() << "program " << n << " of seed " << seed << ":\n" << text_of(small) << contradiction_in(small);
    }
    ++bounds[reference.bound];
    racy += fine.races.back() ? 1 : 0;
    only_later += fine.races.back() && !fine.races.front() ? 1 : 0;
    for (const State& state : fine.states.back())
      if (state.deadlock) {
        ++deadlocks;
        break;
      }
  }
  std::printf(
      "%u programs: %u race, %u of them after preemptions only; %u can deadlock; bounds %u %u %u %u\n",
      programs, racy, only_later, deadlocks, bounds[0], bounds[1], bounds[2], bounds[3]);
  // None of the theorems' cases may be missing.
  EXPECT_GT(racy, programs / 4);
  EXPECT_LT(racy, programs * 3 / 4);
  EXPECT_GT(only_later, programs / 50);
  EXPECT_GT(deadlocks, programs / 20);
}

TEST(Theorems, HoldOnTheModel) { expect_theorems(1, 400); }
TEST(TheoremsLong, HoldOnTheModel) { expect_theorems(2, 20'000); }

}  // namespace
}  // namespace stalemate::test

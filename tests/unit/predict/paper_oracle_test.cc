// The paper's verdicts beside those of all interleavings, on random traces of four families: how often they
// differ, and why. With locks or waits it is wrong in both directions.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <map>
#include <string>

#include "paper_oracle.h"
#include "paper_traces.h"
#include "trace/std_format.h"

namespace stalemate::predict::paper {
namespace {

std::string cause_of_false_alarm(const trace::EventTrace& trace, const Witness& witness) {
  Rules exclusion, stop, half, wait;
  exclusion.write_exclusion = false;
  if (is_feasible(trace, witness, exclusion)) return "1 write exclusion";
  stop.stop_at_read = false;
  if (is_feasible(trace, witness, stop)) return "4 goes on after the read";
  half.half_open_scopes = false;
  if (witness.order == Case::kWithoutWriter && is_feasible(trace, witness, half)) return "5 half-open scope";
  wait.waits_before_notify = false;
  if (is_feasible(trace, witness, wait)) return "6 lost notification";
  Rules none;
  none.write_exclusion = none.stop_at_read = none.half_open_scopes = none.waits_before_notify = false;
  return is_feasible(trace, witness, none) ? "several" : "unexplained";
}

std::string cause_of_miss(const trace::EventTrace& trace, const Witness& witness) {
  Rules observed;
  observed.observed_matching = true;
  return is_feasible(trace, witness, observed) ? "3 events after the witness" : "6 another notification";
}

struct Tally {
  std::uint64_t triplets = 0, alarms_of_triplets = 0, misses_of_triplets = 0;
  std::array<std::uint64_t, kCases> false_alarms{}, misses{};
  std::map<std::string, std::uint64_t> causes;
};

void count(const trace::EventTrace& trace, Tally& tally) {
  const auto witnesses = witnesses_of(trace, Way::kShared);
  for (std::size_t first = 0; first < witnesses.size(); first += kCases) {
    bool said = false, is = false;
    for (std::size_t at = first; at < first + kCases; ++at) {
      const Witness& witness = witnesses[at];
      const bool feasible = is_feasible(trace, witness);
      said |= witness.verdict == Verdict::kFeasible;
      is |= feasible;
      if (feasible == (witness.verdict == Verdict::kFeasible)) continue;
      const auto order = static_cast<std::size_t>(witness.order);
      ++(feasible ? tally.misses : tally.false_alarms)[order];
      const std::string cause =
          feasible ? cause_of_miss(trace, witness) : cause_of_false_alarm(trace, witness);
      ++tally.causes[cause];
    }
    ++tally.triplets;
    tally.alarms_of_triplets += said && !is;
    tally.misses_of_triplets += is && !said;
  }
}

Tally tally_of(const Family& family, int traces) {
  std::mt19937 random(1);
  Tally tally;
  for (int at = 0; at < traces; ++at) {
    const trace::EventTrace trace = random_trace(family, random);
    const auto possible = trace::check_feasible(trace);
    EXPECT_TRUE(possible) << possible.error().sentence << "\n" << trace::print_std(trace);
    count(trace, tally);
  }
  std::printf("%s: %lu triplets, wrong %lu (false alarms %lu, misses %lu)\n", family.name, tally.triplets,
              tally.alarms_of_triplets + tally.misses_of_triplets, tally.alarms_of_triplets,
              tally.misses_of_triplets);
  for (int order = 0; order < kCases; ++order)
    std::printf("  case %d: false alarms %lu, misses %lu\n", order + 1, tally.false_alarms[order],
                tally.misses[order]);
  for (const auto& [cause, times] : tally.causes) std::printf("  %s: %lu\n", cause.c_str(), times);
  return tally;
}

TEST(PaperAgainstAllInterleavings, IsWrongOnlyAboutOverriddenWritersWithoutLocks) {
  const Tally tally = tally_of(kFamilies[0], 4000);
  EXPECT_EQ(tally.false_alarms[0] + tally.false_alarms[2], 0u);
  EXPECT_EQ(tally.misses[0] + tally.misses[1] + tally.misses[2], 0u);
  EXPECT_GT(tally.false_alarms[1], 0u);
  EXPECT_EQ(tally.causes.at("1 write exclusion"), tally.false_alarms[1]);
}

TEST(PaperAgainstAllInterleavings, IsWrongBothWaysWithALock) {
  const Tally tally = tally_of(kFamilies[1], 8000);
  EXPECT_GT(tally.alarms_of_triplets, 0u);
  EXPECT_GT(tally.misses_of_triplets, 0u);
  EXPECT_FALSE(tally.causes.contains("unexplained"));
}

TEST(PaperAgainstAllInterleavings, IsWrongBothWaysWithNestedLocks) {
  const Tally tally = tally_of(kFamilies[2], 12000);
  EXPECT_GT(tally.alarms_of_triplets, 0u);
  EXPECT_GT(tally.misses_of_triplets, 0u);
  EXPECT_FALSE(tally.causes.contains("unexplained"));
}

TEST(PaperAgainstAllInterleavings, IsWrongBothWaysWithWaits) {
  const Tally tally = tally_of(kFamilies[3], 8000);
  EXPECT_GT(tally.alarms_of_triplets, 0u);
  EXPECT_GT(tally.misses_of_triplets, 0u);
  EXPECT_TRUE(tally.causes.contains("6 another notification"));
  EXPECT_FALSE(tally.causes.contains("unexplained"));
}

}  // namespace
}  // namespace stalemate::predict::paper

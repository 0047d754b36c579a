#include "kiss/trace/alignment.h"

#include <gtest/gtest.h>

#include "section_2_3.h"

namespace stalemate::kiss {
namespace {

constexpr StepEffect R = StepEffect::kRead, W = StepEffect::kWrite, U = StepEffect::kUpdate,
                     O = StepEffect::kOther;

Marker at(std::uint32_t line, StepEffect effect) { return {"bt.c", line, effect}; }

std::size_t stop(const std::vector<Marker>& wanted, const std::vector<Marker>& real,
                 const std::vector<Marker>& known) {
  return places_to_stop(wanted, real, known, 1).front();
}

TEST(Alignment, StopsAfterTheLastStepThatIsWanted) {
  const std::vector<Marker> real = {at(1, W), at(2, O), at(3, R), at(4, U), at(5, R)};
  EXPECT_EQ(stop({at(1, W), at(2, O), at(3, R)}, real, real), 3u);
  EXPECT_EQ(stop({}, real, real), 0u);
}

TEST(Alignment, PassesStepsThatTheTranslationDoesNotHave) {
  const std::vector<Marker> real = {{}, at(1, W), at(9, R), at(9, R), at(3, R), at(9, R)};
  EXPECT_EQ(stop({at(1, W), at(3, R)}, real, {at(1, W), at(3, R)}), 5u);
}

TEST(Alignment, DoesNotRunAheadForAStepThatTheProgramDoesNotHave) {
  // A loop over lines 1 and 2; the translation has a step of its own at line 7, and the program one there
  // much later.
  std::vector<Marker> real;
  for (int i = 0; i < 6; ++i) real.insert(real.end(), {at(1, R), at(2, W)});
  real.push_back(at(7, W));
  EXPECT_EQ(stop({at(1, R), at(2, W), at(7, W)}, real, {at(1, R), at(2, W), at(7, W)}), 2u);
}

TEST(Alignment, TellsTurnsOfALoopApart) {
  std::vector<Marker> real;
  for (int i = 0; i < 6; ++i) real.insert(real.end(), {at(1, R), at(2, W)});
  EXPECT_EQ(stop({at(1, R), at(2, W), at(1, R), at(2, W), at(1, R)}, real, {at(1, R), at(2, W)}), 5u);
}

TEST(Alignment, TellsTheReadFromTheWriteOfALine) {
  const std::vector<Marker> real = {at(1, R), at(1, W), at(2, R)};
  EXPECT_EQ(stop({at(1, R)}, real, real), 1u);
  EXPECT_EQ(stop({at(1, R), at(1, W)}, real, real), 2u);
}

TEST(Alignment, TakesAnAtomicOperationForWhatTheTranslationCallsARegion) {
  EXPECT_EQ(stop({at(1, O)}, {at(1, U), at(2, R)}, {at(1, O)}), 1u);
}

TEST(Alignment, FollowsLongLoops) {
  std::vector<Marker> wanted, real{{}};
  for (int i = 0; i < 20000; ++i) {
    wanted.insert(wanted.end(), {at(1, R), at(2, W)});
    real.insert(real.end(), {at(1, R), {}, at(2, W)});
  }
  real.insert(real.end(), {at(3, R), at(4, R)});
  wanted.push_back(at(3, R));
  EXPECT_EQ(stop(wanted, real, wanted), real.size() - 1);
  wanted.pop_back();
  wanted.pop_back();
  EXPECT_EQ(stop(wanted, real, wanted), real.size() - 4);
}

TEST(Alignment, TriesNeighboursNext) {
  const std::vector<Marker> real = {at(1, R), at(2, R), at(3, R), at(4, R)};
  EXPECT_EQ(places_to_stop({at(1, R), at(2, R)}, real, real, 3), (std::vector<std::size_t>{2, 3, 1}));
}

TEST(Alignment, NamesFilesWithoutTheirDirectory) {
  const Table table = bluetooth_table();
  EXPECT_EQ(marker_of(table.statements[2]), at(30, R));
  EXPECT_EQ(marker_of(table.statements[3]), at(31, U));
}

}  // namespace
}  // namespace stalemate::kiss

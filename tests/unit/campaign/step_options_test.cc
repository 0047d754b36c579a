#include "campaign/rerun/step_options.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace stalemate::host {
namespace {

constexpr const char* kProgram =
    "555555554000 555555558000 0 /home/me/queue\n"
    "555555558000 555555560000 4000 /home/me/queue\n"
    "7ffff7000000 7ffff7100000 26000 /lib/libz.so.1\n";
// The same program, elsewhere.
constexpr const char* kMoved =
    "400000 404000 0 /tmp/queue\n"
    "404000 40c000 4000 /tmp/queue\n";

TEST(StepOptions, LeadToTheSameConfiguration) {
  Recording recording;
  recording.modules = kProgram;
  recording.promoted = {0x555555554123};
  recording.private_atomics = true;
  recording.left_out_tries = true;
  recording.shared = {0x555555558010, 0x555555561000, 0x580020000010};
  const StepOptions options = step_options(recording);
  EXPECT_TRUE(std::ranges::all_of(options, [](const auto& option) { return is_step_option(option.first); }));
  const auto config = with_steps({}, options, kMoved);
  ASSERT_TRUE(config.has_value());
  EXPECT_EQ(config->promoted_count, 1u);
  EXPECT_EQ(config->promoted[0], 0x400123u);
  EXPECT_EQ(config->private_atomics, 1u);
  EXPECT_EQ(config->pure_loops, wire::kNoFailedTries);
  ASSERT_EQ(config->shared_count, 3u);
  EXPECT_EQ(config->shared[0], 0x404010u);
  EXPECT_EQ(config->shared[1], 0x40d000u);  // behind the last part
  EXPECT_EQ(config->shared[2], 0x580020000010u);
}

TEST(StepOptions, AreNoneWhereOnlyTheUsualOperationsAreSteps) {
  EXPECT_TRUE(step_options(Recording()).empty());
  EXPECT_FALSE(is_step_option("steps"));
}

TEST(StepOptions, AreRefusedWhereTheProgramHasNoSuchPlace) {
  for (const char* place : {"other+0x10", "queue+0x", "", "0x", "0x12g", "queue"}) {
    EXPECT_FALSE(with_steps({}, {{"shared-atomic", place}}, kProgram).has_value()) << place;
    EXPECT_FALSE(with_steps({}, {{"promoted", place}}, kProgram).has_value()) << place;
  }
  StepOptions many;
  for (std::uint32_t n = 0; n <= wire::kMostShared; ++n) many.emplace_back("shared-atomic", "0x580020000010");
  EXPECT_FALSE(with_steps({}, many, kProgram).has_value());
}

}  // namespace
}  // namespace stalemate::host

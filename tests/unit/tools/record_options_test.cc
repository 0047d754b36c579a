#include "tools/stalemate/record/record_options.h"

#include <gtest/gtest.h>

namespace stalemate::tools {
namespace {

using Words = std::vector<std::string>;

TEST(RecordOptions, TakeAFileAScheduleAndTheOptionsOfRun) {
  const auto request = read_record_arguments(
      {"-o", "a.std", "--schedule", "b.sched", "--seed=7", "--strategy", "pos", "--", "./p", "-o", "x"},
      "steps=5");
  ASSERT_TRUE(request) << request.error().sentence;
  EXPECT_EQ(request->file, "a.std");
  EXPECT_EQ(request->schedule, "b.sched");
  EXPECT_EQ(request->options.seed, 7u);
  EXPECT_EQ(request->options.strategy, StrategyKind::kPos);
  EXPECT_EQ(request->options.steps, 5u);
  EXPECT_EQ(request->program, (Words{"./p", "-o", "x"}));
}

TEST(RecordOptions, TheFileHasSeveralSpellings) {
  for (const Words& spelled :
       {Words{"-ot.std"}, Words{"-o", "t.std"}, Words{"--file", "t.std"}, Words{"--file=t.std"}}) {
    Words args = spelled;
    args.push_back("./p");
    const auto request = read_record_arguments(args, "");
    ASSERT_TRUE(request) << request.error().sentence;
    EXPECT_EQ(request->file, "t.std");
    EXPECT_EQ(request->program, Words{"./p"});
  }
}

TEST(RecordOptions, AScheduleNamesItsProgram) {
  EXPECT_TRUE(read_record_arguments({"-o", "t", "--schedule", "s"}, ""));
  EXPECT_FALSE(read_record_arguments({"-o", "t"}, ""));
  EXPECT_FALSE(read_record_arguments({"./p"}, ""));
}

TEST(RecordOptions, HelpComesFirst) {
  const auto request = read_record_arguments({"--help"}, "");
  ASSERT_TRUE(request);
  EXPECT_TRUE(request->help);
  EXPECT_NE(record_help().find("--schedule"), std::string::npos);
}

}  // namespace
}  // namespace stalemate::tools

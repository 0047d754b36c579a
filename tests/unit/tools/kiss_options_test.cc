#include "tools/stalemate/kiss/kiss_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace stalemate::tools {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

KissOptions kiss_options(const std::vector<std::string>& args) {
  const auto options = read_kiss_arguments(args);
  EXPECT_TRUE(options) << options.error().sentence;
  return options.value_or(KissOptions{});
}

TEST(KissOptions, AreThoseOfThePaperUnlessGiven) {
  const KissOptions options = kiss_options({"a.c"});
  EXPECT_EQ(options.time, std::chrono::minutes(20));
  EXPECT_EQ(options.memory, std::uint64_t{800} << 20);
  EXPECT_EQ(options.ts, 2u);
  EXPECT_EQ(options.loops, 4u);
  EXPECT_TRUE(options.cache);
  EXPECT_TRUE(options.confirm);
}

TEST(KissOptions, MayStandAmongFilesAndFlags) {
  const KissOptions options =
      kiss_options({"-DX=1", "a.c", "--ts", "1", "-I", "include", "b.c", "--inputs=-2..3", "-std=c11",
                    "--stubs", "s.c", "--stubs=t.c", "--", "-strange.c"});
  EXPECT_THAT(options.sources, ElementsAre("a.c", "b.c", "-strange.c"));
  EXPECT_THAT(options.compiler, ElementsAre("-DX=1", "-I", "include", "-std=c11"));
  EXPECT_THAT(options.stubs, ElementsAre("s.c", "t.c"));
  EXPECT_EQ(options.ts, 1u);
  EXPECT_EQ(options.lowest_input, -2);
  EXPECT_EQ(options.highest_input, 3);
}

TEST(KissOptions, TakeSwitchesAlone) {
  const KissOptions options = kiss_options({"--confirm", "off", "--require-complete", "a.c", "--cache=off"});
  EXPECT_FALSE(options.confirm);
  EXPECT_TRUE(options.require_complete);
  EXPECT_FALSE(options.cache);
  EXPECT_THAT(options.sources, ElementsAre("a.c"));
}

TEST(KissOptions, AreAllInTheHelp) {
  const std::string help = kiss_help();
  for (const OptionSpec& spec : kiss_option_table())
    EXPECT_THAT(help, HasSubstr("--" + std::string(spec.name) + " "));
  EXPECT_TRUE(kiss_options({"--help"}).help);
}

}  // namespace
}  // namespace stalemate::tools

// Programs without threads compute after translation what they computed before: each asserts its own results,
// runs natively, and runs again as the emitted program, which no compiler has a word to say about.
#include <gtest/gtest.h>

#include "translation.h"

namespace stalemate::kiss {
namespace {

constexpr const char* kCompilers[] = {"gcc", "clang-19"};

class SequentialPrograms : public testing::TestWithParam<const char*> {};

TEST_P(SequentialPrograms, ComputeTheSameAfterTranslation) {
  const std::string file = std::string(KISS_FRONT_TESTS) + "/programs/" + GetParam() + ".c";
  Translation translation;
  ASSERT_EQ(translation.run("gcc -std=gnu11 -w -I " KISS_INCLUDE " " + file + " -lm -o native && ./native"),
            0)
      << translation.output();
  ASSERT_EQ(translation.translate(file + " -- -std=gnu11 -I " KISS_INCLUDE), 0) << translation.output();
  for (const std::string compiler : kCompilers) {
    const std::string line = compiler + " -std=c11 -Wall -Wextra -Werror -I " KISS_SHARE
                                        " out.c " KISS_FRONT_TESTS "/driver.c -lm -o made && ./made";
    EXPECT_EQ(translation.run(line), 0) << compiler << ": " << translation.output();
  }
}

TEST_P(SequentialPrograms, FailAfterTranslationWhereTheyFailedBefore) {
  const std::string file = std::string(KISS_FRONT_TESTS) + "/programs/" + GetParam() + ".c";
  Translation translation;
  ASSERT_EQ(translation.translate(file + " -- -std=gnu11 -DWRONG -I " KISS_INCLUDE), 0)
      << translation.output();
  const std::string line =
      "gcc -std=c11 -w -I " KISS_SHARE " out.c " KISS_FRONT_TESTS "/driver.c -lm -o made";
  ASSERT_EQ(translation.run(line), 0) << translation.output();
  EXPECT_EQ(translation.run("./made"), 1) << translation.output();
}

INSTANTIATE_TEST_SUITE_P(Of, SequentialPrograms,
                         testing::Values("expressions", "records", "control", "functions", "atomics",
                                         "benign"),
                         [](const auto& info) { return std::string(info.param); });

TEST(Translation, GivesTheSameTextTwice) {
  const std::string file = KISS_FRONT_TESTS "/programs/records.c";
  Translation first, second;
  ASSERT_EQ(first.translate(file), 0);
  ASSERT_EQ(second.translate(file), 0);
  EXPECT_EQ(contents_of(first.path("out.c")), contents_of(second.path("out.c")));
  EXPECT_EQ(contents_of(first.path("out.json")), contents_of(second.path("out.json")));
}

}  // namespace
}  // namespace stalemate::kiss
